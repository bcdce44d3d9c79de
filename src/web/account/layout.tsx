import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { isAdministrator } from "#domain/people/permissions.ts";
import { profileQuery, useIsSuspended } from "#web/accounts/queries.ts";
import { unreadQuery } from "#web/conversations/queries.ts";
import { useCountInTitle } from "#web/layout/use-count-in-title.ts";
import { m } from "#web/paraglide/messages.js";
import { SideLayout, type SideSection } from "./side-layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { UnreadBadge } from "#web/ui/unread-badge.tsx";

const sections: readonly SideSection[] = [
  { to: "/dashboard", label: m.me_nav_overview, icon: "home" },
  { to: "/dashboard/trips", label: m.account_orders, icon: "key", alsoUnder: "/dashboard/insurance" },
  { to: "/dashboard/messages", label: m.me_nav_messages, icon: "mail" },
  { to: "/dashboard/saved", label: m.me_nav_saved, icon: "heart" },
  { to: "/dashboard/profile", label: m.account_profile, icon: "user", alsoUnder: "/dashboard/license" },
  { to: "/dashboard/settings", label: m.account_settings, icon: "gear" },
];
const hosting: SideSection = { to: "/host", label: m.host_nav, icon: "road" };
const backOffice: SideSection = { to: "/admin/dashboard", label: m.admin_nav, icon: "shield" };

/** A renter's own pages. */
export default function AccountLayout() {
  const profile = useQuery(profileQuery).data?.profile;
  const unread = useQuery(unreadQuery("renter")).data?.unread ?? 0;
  const { pathname } = useLocation();
  useCountInTitle(unread, pathname);
  if (useIsSuspended()) return <Suspended />;
  return (
    <SideLayout
      label={m.layout_account()}
      role={m.account_customer()}
      sections={sections}
      badges={{ "/dashboard/messages": <UnreadBadge unread={unread} /> }}
      elsewhere={[hosting, ...(profile && isAdministrator(profile) ? [backOffice] : [])]}
    />
  );
}

/** A suspended person sees a link to the part of the host's side that stays open to them. */
function Suspended() {
  return (
    <SideLayout
      label={m.layout_account()}
      role={m.account_customer()}
      sections={[]}
      elsewhere={[{ ...hosting, to: "/host/earnings" }]}
      notice={<Notice kind="warn">{m.me_suspended()}</Notice>}
      hidesPage
    />
  );
}
