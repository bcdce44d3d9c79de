/** Kinds of account. Every account begins as a customer; nothing that a person can send changes its kind. */
export const roles = ["customer", "host", "admin"] as const;
export type Role = (typeof roles)[number];

/**
 * What an administrator may hold. `all` and `all_permissions` both mean everything, and a full administrator
 * holds both.
 */
export const permissions = [
  "all",
  "all_permissions",
  "manage_users",
  "manage_cars",
  "manage_payments",
  "view_reports",
  "manage_disputes",
  "upload_data",
  "view_admin",
] as const;
export type Permission = (typeof permissions)[number];

export const fullPermissions: readonly Permission[] = ["all", "all_permissions"];

export type RightsHolder = { role: Role; permissions: readonly Permission[]; isReadOnly?: boolean };

/** Whether somebody is an administrator, whatever their permissions. */
export const isAdministrator = ({ role }: { role: Role }): boolean => role === "admin";

/** Whether an administrator holds a permission. Nobody else holds any, whatever their list says. */
export function can({ role, permissions }: RightsHolder, permission: Permission): boolean {
  return (
    isAdministrator({ role }) &&
    (permissions.includes(permission) || fullPermissions.some((all) => permissions.includes(all)))
  );
}

/** Whether a person may change what a permission opens: a read-only person changes nothing. */
const mayUse = (holder: RightsHolder, permission: Permission): boolean =>
  holder.isReadOnly !== true && can(holder, permission);

/** The permissions as we show them: a full administrator's list has both words for everything. */
export function listedPermissions({ role, permissions }: RightsHolder): Permission[] {
  if (!isAdministrator({ role })) return [];
  const isFull = fullPermissions.some((all) => permissions.includes(all));
  return isFull
    ? [...fullPermissions, ...permissions.filter((held) => !fullPermissions.includes(held))]
    : [...permissions];
}

/** Whether somebody may hand out these permissions: nobody grants what they lack. */
export const canGrant = (holder: RightsHolder, granted: readonly Permission[]): boolean =>
  granted.every((permission) => can(holder, permission));

/** Permissions as we store them: each once and in order. The two words for everything replace all others. */
export function keptPermissions(wanted: readonly Permission[]): Permission[] {
  const isFull = fullPermissions.some((all) => wanted.includes(all));
  return isFull ? [...fullPermissions] : permissions.filter((permission) => wanted.includes(permission));
}

type Person = RightsHolder & { id: string };

/**
 * Why a person may not change another person's rights: nobody changes their own rights, and nobody gives or takes
 * rights that they lack. Undefined when they may.
 */
export function rightsError(by: Person, of: Person, to: RightsHolder): "self" | "beyond_own" | undefined {
  if (by.id === of.id) return "self";
  const changed = permissions.filter(
    (permission) =>
      mayUse(of, permission) !== mayUse(to, permission) || can(of, permission) !== can(to, permission),
  );
  return canGrant(by, changed) ? undefined : "beyond_own";
}
