import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { SideLayout, type SideSection } from "#web/account/side-layout.tsx";
import { UnreadBadge } from "#web/ui/unread-badge.tsx";
import { unreadQuery } from "#web/conversations/queries.ts";
import { useCountInTitle } from "#web/layout/use-count-in-title.ts";
import { useIsSuspended } from "#web/accounts/queries.ts";
import { Notice } from "#web/ui/notice.tsx";
import "#web/styles/long-form.css";
import { m } from "#web/paraglide/messages.js";

/** What stays a host's to read whatever becomes of their account. */
const moneySections: readonly SideSection[] = [
  { to: "/host/earnings", label: m.earnings_title, icon: "bolt" },
  { to: "/host/statements", label: m.statements_title, icon: "print" },
  { to: "/host/payouts", label: m.payouts_title, icon: "coins" },
];
const sections: readonly SideSection[] = [
  { to: "/host", label: m.host_nav_overview, icon: "home" },
  { to: "/host/cars", label: m.host_nav_cars, icon: "key" },
  { to: "/host/requests", label: m.host_nav_requests, icon: "clock" },
  { to: "/host/trips", label: m.host_nav_trips, icon: "road" },
  { to: "/host/messages", label: m.host_nav_messages, icon: "mail" },
  ...moneySections,
  { to: "/host/reviews", label: m.host_nav_reviews, icon: "star" },
  { to: "/host/calendar", label: m.calendar_title, icon: "calendar" },
];
const renting: SideSection = { to: "/dashboard", label: m.host_nav_renting, icon: "user" };

/** The pages of whoever lends cars, or is about to. */
export default function HostLayout() {
  const unread = useQuery(unreadQuery("host")).data?.unread ?? 0;
  const { pathname } = useLocation();
  useCountInTitle(unread, pathname);
  if (useIsSuspended()) return <Suspended />;
  return (
    <SideLayout
      label={m.host_nav()}
      role={m.host_role()}
      sections={sections}
      badges={{ "/host/messages": <UnreadBadge unread={unread} /> }}
      elsewhere={[renting]}
    />
  );
}

/** The same for a suspended host: what is refused is in no navigation, and no page of it opens. */
function Suspended() {
  const { pathname } = useLocation();
  const isOpen = moneySections.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <SideLayout
      label={m.host_nav()}
      role={m.host_role()}
      sections={moneySections}
      elsewhere={[]}
      notice={<Notice kind="warn">{m.host_suspended()}</Notice>}
      hidesPage={!isOpen}
    />
  );
}
