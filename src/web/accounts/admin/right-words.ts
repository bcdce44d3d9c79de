import type { Permission, Role } from "#domain/people/permissions.ts";
import type { NamedRole } from "#domain/people/named-roles.ts";
import { m } from "#web/paraglide/messages.js";

const roleWords: Record<Role, () => string> = {
  customer: m.admin_users_role_customer,
  host: m.admin_users_role_host,
  admin: m.admin_users_role_admin,
};

const permissionWords: Record<Exclude<Permission, "all_permissions">, () => string> = {
  all: m.admin_users_may_all,
  manage_users: m.admin_users_may_manage_users,
  manage_cars: m.admin_users_may_manage_cars,
  manage_payments: m.admin_users_may_manage_payments,
  view_reports: m.admin_users_may_view_reports,
  manage_disputes: m.admin_users_may_manage_disputes,
  upload_data: m.admin_users_may_upload_data,
  view_admin: m.admin_users_may_view_admin,
};

export const namedRoleWords: Record<NamedRole | "custom", () => string> = {
  owner: m.admin_users_named_owner,
  operations: m.admin_users_named_operations,
  fleet: m.admin_users_named_fleet,
  finance: m.admin_users_named_finance,
  support: m.admin_users_named_support,
  custom: m.admin_users_named_custom,
};

export const roleWord = (role: Role): string => roleWords[role]();

/** `all` and `all_permissions` are one word for people. */
export const permissionWord = (permission: Permission): string =>
  permissionWords[permission === "all_permissions" ? "all" : permission]();

/** A list of permissions in words. The permission "all" is named alone, without the others. */
export function permissionList(held: readonly Permission[]): string {
  if (held.length === 0) return m.admin_users_may_nothing();
  if (held.includes("all")) return permissionWord("all");
  return held.map(permissionWord).join(m.admin_users_comma());
}
