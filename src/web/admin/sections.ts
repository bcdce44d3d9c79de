import type { CurrentUser } from "#contract/accounts.ts";
import { can, type Permission } from "#domain/people/permissions.ts";
import { m } from "#web/paraglide/messages.js";
import type { AdminIconName } from "./admin-icon.tsx";

/**
 * A part of the back office: its address, its name, and permissions, any one of which is enough. A section without
 * permissions is open to every administrator.
 */
export type Section = { to: string; label: () => string; icon: AdminIconName; needs?: readonly Permission[] };

/** The sections in the navigation, in this order. A new screen is one entry here and one line in routes.ts. */
export const sections: readonly Section[] = [
  { to: "/admin/dashboard", label: m.admin_nav_dashboard, icon: "chart" },
  { to: "/admin/order-management", label: m.admin_nav_orders, icon: "order" },
  { to: "/admin/manage-cars", label: m.admin_cars_nav, icon: "car", needs: ["manage_cars", "upload_data"] },
  { to: "/admin/host-cars", label: m.host_admin_title, icon: "key", needs: ["manage_cars"] },
  { to: "/admin/upload", label: m.admin_upload_nav, icon: "upload", needs: ["manage_cars", "upload_data"] },
  {
    to: "/admin/cloud-storage",
    label: m.admin_storage_title,
    icon: "storage",
    needs: ["manage_cars", "upload_data"],
  },
  { to: "/admin/users", label: m.admin_users_title, icon: "user", needs: ["manage_users", "view_admin"] },
  { to: "/admin/verifications", label: m.admin_papers_nav, icon: "key", needs: ["manage_users"] },
  { to: "/admin/continuity", label: m.continuity_title, icon: "car" },
  { to: "/admin/disputes", label: m.admin_disputes_title, icon: "alert", needs: ["manage_disputes"] },
  { to: "/admin/finance", label: m.finance_nav, icon: "coins", needs: ["manage_payments"] },
  { to: "/admin/payouts", label: m.payouts_admin_title, icon: "coins", needs: ["manage_payments"] },
  { to: "/admin/hosts", label: m.hosts_title, icon: "user", needs: ["manage_payments"] },
  { to: "/admin/messages", label: m.admin_messages_title, icon: "message" },
  { to: "/admin/email-subscriptions", label: m.admin_subs_title, icon: "mail", needs: ["view_reports"] },
  { to: "/admin/audit", label: m.audit_title, icon: "file" },
  { to: "/admin/settings", label: m.settings_title, icon: "pen", needs: ["all"] },
  { to: "/admin/backend", label: m.admin_backend_title, icon: "gear", needs: ["all"] },
];

/** Screens outside the navigation: the section of each, and the permissions that the screen itself needs. */
const within: readonly { start: string; to: string; needs?: readonly Permission[] }[] = [
  { start: "/admin/new-order", to: "/admin/order-management" },
  { start: "/admin/moving-in", to: "/admin/finance", needs: ["manage_payments"] },
  { start: "/admin/add-car", to: "/admin/manage-cars", needs: ["manage_cars"] },
  { start: "/admin/edit-car", to: "/admin/manage-cars", needs: ["manage_cars"] },
  { start: "/admin/retired-cars", to: "/admin/manage-cars", needs: ["manage_cars"] },
  // The page of one person. The list of people is the section itself.
  { start: "/admin/users/", to: "/admin/users", needs: ["manage_users"] },
];

type Admin = Pick<CurrentUser, "isAdmin" | "adminPermissions">;

/** Whether an administrator may use something that needs any one of `needs`. It only hides; the server decides. */
export const mayUse = ({ isAdmin, adminPermissions }: Admin, needs: readonly Permission[] = []): boolean =>
  isAdmin &&
  (needs.length === 0 ||
    needs.some((permission) => can({ role: "admin", permissions: adminPermissions }, permission)));

/** The section that an address belongs to: of all sections that the address begins with, the longest. */
export function sectionOf(pathname: string): Section | undefined {
  const inner = within.find(({ start }) => isWithin(pathname, start));
  const home = inner?.to ?? pathname;
  const section = sections
    .filter(({ to }) => isWithin(home, to))
    .toSorted((a, b) => b.to.length - a.to.length)[0];
  return section && { ...section, ...(inner?.needs && { needs: inner.needs }) };
}

const isWithin = (pathname: string, start: string): boolean =>
  pathname === start || pathname.startsWith(start.endsWith("/") ? start : `${start}/`);

/** Whether a user may open an address of the back office. Its query and fragment don't count. */
export function mayOpen(user: Admin, address: string): boolean {
  const section = sectionOf(address.split(/[?#]/)[0] ?? "");
  return section !== undefined && mayUse(user, section.needs);
}
