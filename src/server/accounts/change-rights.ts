import { isDeepStrictEqual } from "node:util";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { audit, type AuditEventOf } from "#server/db/audit.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import {
  can,
  isAdministrator,
  type RightsHolder,
  keptPermissions,
  type Permission,
  rightsError,
  type Role,
} from "#domain/people/permissions.ts";
import { findSignInFacts } from "#gotrue/queries.ts";
import { letIn, shutOut } from "#gotrue/ban.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { findOrderLanguage, lockAccounts } from "./admin-queries.ts";
import { changeRights } from "./write-rights.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { endHoldsOfSuspended } from "#server/booking/wizard/queries.ts";
import { pauseCarsOf } from "#server/cars/host/pause-cars.ts";
import { passRequestsToAdmins } from "#server/orders/host/pass-to-admins.ts";
import { accountEmail, type AccountEmail } from "./emails.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { readsOwnMoney } from "#server/auth/reads-own-money.ts";

type RightsAction = { id: string; by: AccountRow; reason?: string };
type WantedRights = Required<RightsHolder> & { isSuspended: boolean };

/**
 * Loads and locks an account whose rights an administrator wants to change, and the administrator's own account.
 * Throws a Refusal for what nobody may do: change their own rights, or give or take rights they lack. So the last
 * full administrator stays one.
 */
async function lockToChange(
  tx: Db,
  { id, by }: RightsAction,
  wantedOf: (account: AccountRow) => WantedRights,
): Promise<AccountRow> {
  const locked = await lockAccounts(tx, [id, by.id]);
  const [account, actor] = [locked.find((one) => one.id === id), locked.find((one) => one.id === by.id)];
  if (!account) throw accountNotFound();
  if (!actor || actor.suspendedAt || actor.isReadOnly || !can(actor, "manage_users"))
    throw new Refusal("forbidden", "You don't have permission to do this.");
  const wanted = wantedOf(account);
  // Suspending takes all rights of an account, and restoring gives them back.
  const isTurned = wanted.isSuspended !== (account.suspendedAt !== null);
  const error = rightsError(actor, account, isTurned ? { role: account.role, permissions: [] } : wanted);
  if (error === "self")
    throw new Refusal(
      "forbidden",
      "You can't change your own permissions. Please ask another administrator.",
    );
  if (error) throw new Refusal("forbidden", "You can't grant or remove permissions you don't have.");
  return account;
}

type AskedRights = { role: Role; permissions: Permission[]; isReadOnly?: boolean | undefined };
type Rights = Pick<AccountRow, "role" | "permissions" | "isReadOnly">;

/**
 * Sets an account's role and permissions, from its next request on; `wantedOf` returns them from the present ones.
 * Throws a Refusal, also if somebody else has changed them since they were `seen`.
 */
export async function setRole(
  services: Services,
  action: RightsAction,
  wantedOf: (account: AccountRow) => AskedRights,
  seen?: Rights,
): Promise<AccountRow> {
  const rightsFor = (account: AccountRow) => {
    const wanted = wantedOf(account);
    return {
      role: wanted.role,
      permissions: isAdministrator(wanted) ? keptPermissions(wanted.permissions) : [],
      isReadOnly: isAdministrator(wanted) && (wanted.isReadOnly ?? account.isReadOnly),
    };
  };
  const changed = await services.database.transaction(async (tx) => {
    const account = await lockToChange(tx, action, (now) => {
      const rights = rightsFor(now);
      if (seen && !hasRights(now, seen) && !hasRights(now, rights)) throw rightsChanged();
      return { ...rights, isSuspended: now.suspendedAt !== null };
    });
    const rights = rightsFor(account);
    if (hasRights(account, rights)) return account;
    const { role, permissions, isReadOnly } = account;
    const before = { role, permissions, isReadOnly };
    await note(tx, action, { entity: "permission", action: "role", before, after: rights });
    // A customer no longer hosts; an administrator keeps the host's mark beside the role.
    if (account.hostingSince && rights.role === "customer") await stopHosting(services, tx, account);
    return changeRights(tx, action.id, rights);
  });
  await services.carFacts.changed();
  return changed;
}

/**
 * The cars of a host who may no longer host leave the lists, and the requests that wait for them are then answered by
 * us.
 */
async function stopHosting(services: Services, tx: Db, account: AccountRow): Promise<void> {
  await pauseCarsOf(services, tx, account);
  await passRequestsToAdmins(services, tx, account.id);
}

const hasRights = (account: Rights, { role, permissions, isReadOnly }: Rights): boolean =>
  account.role === role &&
  account.isReadOnly === isReadOnly &&
  isDeepStrictEqual(keptPermissions(account.permissions), keptPermissions(permissions));

const rightsChanged = (): Refusal =>
  new Refusal("stale", "Someone else has changed this person’s role or permissions since you opened them.");

/**
 * Suspends an account at once: its sessions end, its holds on cars end, and only a host can sign in again, to read
 * their earnings. Does nothing for a suspended account. Throws a Refusal.
 */
export async function suspend(services: Services, action: RightsAction): Promise<AccountRow> {
  const suspended = await services.database.transaction(async (tx) => {
    const account = await lockToChange(tx, action, ({ role, permissions, isReadOnly }) => ({
      role,
      permissions,
      isReadOnly,
      isSuspended: true,
    }));
    if (account.suspendedAt) return account;
    await note(tx, action, { entity: "user", action: "suspended" });
    const isHost = await readsOwnMoney({ rows: rowsIn(tx) }, account.id);
    await write(services, tx, account, "suspended", { reason: action.reason, isHost });
    if (account.hostingSince) await stopHosting(services, tx, account);
    await endHoldsOfSuspended(tx, action.id);
    await shutOut(tx, action.id);
    return changeRights(tx, action.id, { suspendedAt: new Date(services.now()) });
  });
  await services.carFacts.changed();
  return suspended;
}

/** Opens a suspended account again, as it was. Throws a Refusal. */
export function restore(services: Services, action: RightsAction): Promise<AccountRow> {
  return services.database.transaction(async (tx) => {
    const account = await lockToChange(tx, action, ({ role, permissions, isReadOnly }) => ({
      role,
      permissions,
      isReadOnly,
      isSuspended: false,
    }));
    if (!account.suspendedAt) return account;
    await note(tx, action, { entity: "user", action: "restored" });
    await write(services, tx, account, "restored", { reason: action.reason });
    await letIn(tx, action.id);
    return changeRights(tx, action.id, { suspendedAt: null });
  });
}

type Note =
  | Pick<AuditEventOf<"user">, "entity" | "action" | "before" | "after">
  | Pick<AuditEventOf<"permission">, "entity" | "action" | "before" | "after">;

export const note = (tx: Db, { id, by, reason }: RightsAction, what: Note): Promise<unknown> =>
  audit(tx, { ...what, actor: by.id, entityId: id, reason: reason || null });

/** Writes to an account's address in its language; an account without an address gets no email. */
export async function write(
  { config, outbox }: Services,
  tx: Db,
  account: AccountRow,
  what: AccountEmail,
  said: { reason?: string | undefined; isHost?: boolean },
): Promise<void> {
  if (account.email === "") return;
  const language = await languageOf(tx, account.id);
  await outbox.post(tx, [accountEmail(config, what, { ...account, language }, said)]);
}

const languageOf = async (tx: Db, id: string): Promise<Language> =>
  (await findSignInFacts(tx, id))?.language ?? (await findOrderLanguage(tx, id)) ?? defaultLanguage;

export const accountNotFound = (): Refusal => notFound("account_not_found");
