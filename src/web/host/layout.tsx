import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { HostApplicationState } from "#contract/hosting.ts";
import { SideLayout, type SideSection } from "#web/account/side-layout.tsx";
import { UnreadBadge } from "#web/ui/unread-badge.tsx";
import { unreadQuery } from "#web/conversations/queries.ts";
import { useCountInTitle } from "#web/layout/use-count-in-title.ts";
import { useIsSuspended } from "#web/accounts/queries.ts";
import { applicationQuery } from "#web/accounts/queries.ts";
import { Notice } from "#web/ui/notice.tsx";
import "#web/styles/long-form.css";
import { m } from "#web/paraglide/messages.js";

/** Sections that a host can always read, even with a suspended account. */
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
/** Pages that only approved hosts can open. All other pages here are always open. */
const ofHosts = ["/host/requests", "/host/trips", "/host/reviews", "/host/calendar"];
const isAt = (pathname: string, place: string): boolean =>
  pathname === place || pathname.startsWith(`${place}/`);

const renting: SideSection = { to: "/dashboard", label: m.host_nav_renting, icon: "user" };

/** The pages of a user who lends cars, or wants to. */
export default function HostLayout() {
  const unread = useQuery(unreadQuery("host")).data?.unread ?? 0;
  const { pathname } = useLocation();
  useCountInTitle(unread, pathname);
  const application = useQuery(applicationQuery).data;
  if (useIsSuspended()) return <Suspended />;
  // Until the answer is known, the pages are shown: nearly every user here is a host.
  const mayHost = !application || application.status === "approved";
  const isRefused = !mayHost && ofHosts.some((place) => isAt(pathname, place));
  return (
    <SideLayout
      label={m.host_nav()}
      role={m.host_role()}
      sections={mayHost ? sections : sections.filter(({ to }) => !ofHosts.includes(to))}
      badges={{ "/host/messages": <UnreadBadge unread={unread} /> }}
      elsewhere={[renting]}
      {...(isRefused && { notice: <NotHosting {...application} />, hidesPage: true })}
    />
  );
}

/** The reason why a page for hosts isn't open to a signed-in user. */
function NotHosting({ status, wasHost }: HostApplicationState) {
  if (status === "pending") return <Notice>{m.host_pages_pending()}</Notice>;
  return <Notice>{wasHost ? m.host_pages_former() : m.host_pages_not_yet()}</Notice>;
}

/** The pages of a suspended host. Refused pages aren't in the navigation and don't open. */
function Suspended() {
  const { pathname } = useLocation();
  const isOpen = moneySections.some(({ to }) => isAt(pathname, to));
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
