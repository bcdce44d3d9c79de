import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { SideLayout, type SideSection } from "#web/account/side-layout.tsx";
import { UnreadBadge } from "#web/ui/unread-badge.tsx";
import { unreadQuery } from "#web/conversations/queries.ts";
import { useCountInTitle } from "#web/layout/use-count-in-title.ts";
import "#web/styles/long-form.css";
import { m } from "#web/paraglide/messages.js";

const sections: readonly SideSection[] = [
  { to: "/host", label: m.host_nav_overview, icon: "home" },
  { to: "/host/cars", label: m.host_nav_cars, icon: "key" },
  { to: "/host/requests", label: m.host_nav_requests, icon: "clock" },
  { to: "/host/trips", label: m.host_nav_trips, icon: "road" },
  { to: "/host/messages", label: m.host_nav_messages, icon: "mail" },
  { to: "/host/earnings", label: m.earnings_title, icon: "bolt" },
  { to: "/host/statements", label: m.statements_title, icon: "print" },
  { to: "/host/payouts", label: m.payouts_title, icon: "coins" },
  { to: "/host/reviews", label: m.host_nav_reviews, icon: "star" },
  { to: "/host/calendar", label: m.calendar_title, icon: "calendar" },
];
const renting: SideSection = { to: "/dashboard", label: m.host_nav_renting, icon: "user" };

/** The pages of whoever lends cars, or is about to. */
export default function HostLayout() {
  const unread = useQuery(unreadQuery("host")).data?.unread ?? 0;
  const { pathname } = useLocation();
  useCountInTitle(unread, pathname);
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
