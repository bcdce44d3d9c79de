import * as z from "zod/mini";
import { longestSearch } from "#domain/text-lengths.ts";
import { roles } from "#domain/people/permissions.ts";
import { namedRoleNames } from "#domain/people/named-roles.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Permissions, unlessEmpty, Uuid, words, Reason, OptionalReason, Approval } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { AccountParams, byId } from "#contract/params.ts";

/** An account as administrators who manage users see it in a list. */
export const AdminUser = z.object({
  id: Uuid,
  email: z.string(),
  fullName: z.string(),
  username: z.nullable(z.string()),
  phone: z.string(),
  role: z.enum(roles),
  permissions: Permissions,
  /** The name of this set of permissions; null for accounts that aren't administrators. */
  namedRole: z.nullable(z.enum([...namedRoleNames, "custom"])),
  /** True of an administrator who may look at everything and change nothing. */
  isReadOnly: z.boolean(),
  createdAt: z.string(),
  suspendedAt: z.nullable(z.string()),
});
export type AdminUser = z.infer<typeof AdminUser>;

const Rights = z.object({
  role: z.optional(z.enum(roles)),
  permissions: z.optional(Permissions),
  isReadOnly: z.optional(z.boolean()),
});

/** An event of an account: who caused it, from which rights to which, or which fields changed. */
export const AccountEvent = z.object({
  at: z.string(),
  by: z.string(),
  action: z.string(),
  from: Rights,
  to: Rights,
  fields: z.array(z.string()),
  reason: z.nullable(z.string()),
});
export type AccountEvent = z.infer<typeof AccountEvent>;

export const hostDecisions = ["pending", "approved", "declined"] as const;

/** A person's application to offer a car. */
export const HostApplication = z.object({
  id: Uuid,
  status: z.enum(hostDecisions),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  account: z.object({ id: Uuid, fullName: z.string(), email: z.string(), phone: z.string() }),
});
export type HostApplication = z.infer<typeof HostApplication>;

/** One account with what belongs to it. Sign-in facts are null where a hosted project signs people in. */
export const AdminUserDetail = z.extend(AdminUser, {
  orders: z.number(),
  sessions: z.nullable(z.number()),
  lastSignInAt: z.nullable(z.string()),
  hasSecondStep: z.nullable(z.boolean()),
  history: z.array(AccountEvent),
});
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

const tag = "Admin: accounts";
const access = ["manage_users"] as const;

export const listUsers = endpoint({
  method: "GET",
  path: "/api/admin/users",
  summary:
    "Accounts, newest first, by words in the name, user name, address or phone. X-Total-Count goes no further than 10000 for a search. With `view_admin` alone, administrators only",
  tag,
  access: ["manage_users", "view_admin"],
  query: z.object({ search: unlessEmpty(words(longestSearch)), role: unlessEmpty(z.enum(roles)), ...idPage }),
  response: z.array(AdminUser),
  status: 200,
});

export const getAdminUser = endpoint({
  method: "GET",
  path: "/api/admin/users/:id",
  summary: "One account with its orders, sessions and history",
  tag,
  access,
  params: AccountParams,
  response: AdminUserDetail,
  status: 200,
});

export const setRole = endpoint({
  method: "PUT",
  path: "/api/admin/users/:id/role",
  summary:
    "Set a role and permissions. Nobody changes themselves, or grants or takes what they lack: the last full administrator stays one. With `seen`, what they were when they were looked at, 412 `stale` where somebody has changed them since",
  tag,
  access,
  params: AccountParams,
  body: z.object({
    role: z.enum(roles),
    permissions: z._default(Permissions, []),
    isReadOnly: z.optional(z.boolean()),
    reason: OptionalReason,
    seen: z.optional(z.object({ role: z.enum(roles), permissions: Permissions, isReadOnly: z.boolean() })),
  }),
  response: AdminUser,
  status: 200,
});

export const setNamedRole = endpoint({
  method: "PUT",
  path: "/api/admin/users/:id",
  summary:
    "Make somebody an administrator of a named role (Owner, Operations, Fleet, Finance, Support), or set whether one may only read. The same rules as for single permissions",
  tag,
  access,
  params: AccountParams,
  body: z.object({
    role: z.optional(z.enum([...namedRoleNames, ...roles])),
    isReadOnly: z.optional(z.boolean()),
    reason: OptionalReason,
  }),
  response: AdminUser,
  status: 200,
});

export const suspendUser = endpoint({
  method: "POST",
  path: "/api/admin/users/:id/suspend",
  summary: "Suspend an account at once: its sessions end, and an email tells why",
  tag,
  access,
  params: AccountParams,
  body: z.object({ reason: Reason }),
  response: AdminUser,
  status: 200,
});

export const restoreUser = endpoint({
  method: "POST",
  path: "/api/admin/users/:id/restore",
  summary: "Restore a suspended account; an email tells its owner",
  tag,
  access,
  params: AccountParams,
  body: z.object({ reason: OptionalReason }),
  response: AdminUser,
  status: 200,
});

export const listHostApplications = endpoint({
  method: "GET",
  path: "/api/admin/host-applications",
  summary: "Applications of hosts, those that wait the longest first",
  tag,
  access,
  query: z.object({ status: unlessEmpty(z.enum(hostDecisions)), ...idPage }),
  response: z.array(HostApplication),
  status: 200,
});

export const decideHostApplication = endpoint({
  method: "POST",
  path: "/api/admin/host-applications/:id/decision",
  summary:
    "Approve an application, which makes its account a host's, or decline it, with a reason. An email tells the applicant. Once",
  tag,
  access,
  params: byId("application_not_found"),
  body: z.object({ decision: Approval, reason: OptionalReason }),
  response: HostApplication,
  status: 200,
});
