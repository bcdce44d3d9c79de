import type { AccountEvent, AdminUser, HostApplication } from "#contract/admin/accounts.ts";
import { isAdministrator, listedPermissions, permissions, roles } from "#domain/people/permissions.ts";
import { namedRoleOf } from "#domain/people/named-roles.ts";
import type { ApplicationRow, findHistory } from "./admin-queries.ts";
import type { AccountRow } from "#server/auth/accounts.ts";

export const presentAdminUser = (account: AccountRow): AdminUser => {
  const { id, email, fullName, username, phone, role, createdAt, suspendedAt } = account;
  return {
    id,
    email,
    fullName,
    username,
    phone,
    role,
    permissions: listedPermissions(account),
    isReadOnly: account.isReadOnly,
    namedRole: isAdministrator(account) ? (namedRoleOf(account.permissions) ?? "custom") : null,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
  };
};

/**
 * An event of the audit trail. It says that a field of a profile changed, but not the field's value, which is
 * private.
 */
export function presentEvent({ event, by }: Awaited<ReturnType<typeof findHistory>>[number]): AccountEvent {
  const { at, action, before, after, reason } = event;
  const isProfile = action === "changed";
  return {
    at: at.toISOString(),
    by,
    action,
    from: rightsOf(before),
    to: rightsOf(after),
    fields: isProfile ? Object.keys(recordOf(after)) : [],
    reason,
  };
}

function rightsOf(value: unknown): AccountEvent["from"] {
  const { role, permissions: held, isReadOnly } = recordOf(value);
  const known = roles.find((one) => one === role);
  const list = Array.isArray(held) ? permissions.filter((one) => held.includes(one)) : undefined;
  return {
    ...(known && { role: known }),
    ...(list && { permissions: list }),
    ...(isReadOnly === true && { isReadOnly }),
  };
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

export const presentApplication = ({ application, account, decidedBy }: ApplicationRow): HostApplication => ({
  id: application.id,
  status: application.status,
  createdAt: application.createdAt.toISOString(),
  decidedAt: application.decidedAt?.toISOString() ?? null,
  decidedBy,
  account: { id: account.id, fullName: account.fullName, email: account.email, phone: account.phone },
});
