import { keptPermissions, type Permission } from "./permissions.ts";

/** Named sets of permissions, as people speak of them. */
export const namedRoles = {
  owner: ["all", "all_permissions"],
  operations: ["manage_users", "manage_cars", "manage_disputes", "upload_data"],
  fleet: ["manage_cars", "upload_data"],
  finance: ["manage_payments", "view_reports"],
  support: [],
} as const satisfies Record<string, readonly Permission[]>;
export type NamedRole = keyof typeof namedRoles;
export const namedRoleNames = Object.keys(namedRoles) as [NamedRole, ...NamedRole[]];

/** The name of an administrator's set of permissions; undefined for one that has no name. */
export const namedRoleOf = (held: readonly Permission[]): NamedRole | undefined => {
  const kept = keptPermissions(held).join();
  return namedRoleNames.find((name) => keptPermissions(namedRoles[name]).join() === kept);
};
