import { createHash } from "node:crypto";
import { audit } from "#server/db/audit.ts";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { plainCode, withoutUnseen } from "#domain/plain-text.ts";
import { normalUsername, usernameError } from "#domain/people/credentials.ts";
import { canGrant, isAdministrator, keptPermissions, type Permission } from "#domain/people/permissions.ts";
import {
  accounts,
  adminInvitations,
  hostApplications,
  signUps,
  usernameReservations,
} from "#server/db/schema/accounts.ts";
import { formerUsernames } from "#server/db/schema/former-usernames.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { prepared } from "#server/db/prepared.ts";

export type AccountRow = typeof accounts.$inferSelect;

/**
 * A user of the sign-in service with a confirmed address. `metadata` is what the user typed at sign-up: it
 * grants nothing.
 */
export type Newcomer = { id: string; email: string; phone?: string; metadata: Record<string, unknown> };

const accountById = prepared("find-account", (db) =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id"))),
);

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  const [account] = await accountById(db).execute({ id });
  return account;
}

/** A text from the sign-up's metadata, on one line of 120 characters at most. */
function typed(metadata: Record<string, unknown>, name: string): string {
  const value = metadata[name];
  if (typeof value !== "string") return "";
  const line = withoutUnseen(value.toWellFormed()).normalize("NFC");
  return [...line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()].slice(0, 120).join("");
}

/**
 * The user name from the sign-up's metadata, as it is kept; undefined for none, or for a name that isn't allowed.
 */
export function metadataUsername(metadata: Record<string, unknown>): string | undefined {
  const username = normalUsername(typed(metadata, "username"));
  return usernameError(username) === undefined ? username : undefined;
}

/**
 * Opens an account for a newcomer, always as a customer: with the name they reserved if it is still free, an
 * application when they wish to be a host, and no rights. Once open, it stays as it is.
 */
export async function openAccount(
  tx: Db,
  { id, email, phone = "", metadata }: Newcomer,
): Promise<AccountRow> {
  const values = {
    id,
    email,
    fullName: typed(metadata, "full_name"),
    phone: phone || typed(metadata, "phone").slice(0, 40),
  };
  const [made] = await tx.insert(accounts).values(values).onConflictDoNothing().returning();
  if (!made) {
    const account = await findAccount(tx, id);
    if (!account) throw new Error("The account could not be opened");
    return account;
  }
  await audit(tx, { actor: id, entity: "user", entityId: id, action: "opened", after: { role: "customer" } });
  await claimUsername(tx, id, [email, phone.replace("+", "")], metadataUsername(metadata));
  if (metadata.account_type === "host")
    await tx.insert(hostApplications).values({ accountId: id }).onConflictDoNothing();
  return (await findAccount(tx, id)) ?? made;
}

/** The newest application of an account to host. */
export async function findNewestApplication(
  db: Db,
  accountId: string,
): Promise<typeof hostApplications.$inferSelect | undefined> {
  const [newest] = await db
    .select()
    .from(hostApplications)
    .where(eq(hostApplications.accountId, accountId))
    .orderBy(desc(hostApplications.createdAt))
    .limit(1);
  return newest;
}

/** Takes the user name that was reserved for one of these addresses or phone numbers. */
async function claimUsername(
  tx: Db,
  id: string,
  promisedTo: readonly string[],
  username: string | undefined,
): Promise<void> {
  if (!username) return;
  const [reserved] = await tx
    .select()
    .from(usernameReservations)
    .where(eq(usernameReservations.username, username));
  const isSomebodyElses = reserved && !promisedTo.includes(reserved.email) && reserved.expiresAt > new Date();
  if (isSomebodyElses) return;
  await tx
    .update(accounts)
    .set({ username })
    .where(and(eq(accounts.id, id), sql`not exists (select from accounts where username = ${username})`));
  await tx.delete(usernameReservations).where(eq(usernameReservations.username, username));
}

/**
 * Reserves a name for a sign-up, by its address or phone number, for a day. False when the name is taken, or
 * reserved by another browser: the same browser may sign up again, such as after a mistyped address.
 */
export async function reserveUsername(
  tx: Db,
  username: string,
  email: string,
  browser = "",
): Promise<boolean> {
  const [owner] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.username, username));
  if (owner) return false;
  const aDay = sql`now() + interval '1 day'`;
  const promised = await tx
    .insert(usernameReservations)
    .values({ username, email, expiresAt: aDay })
    .onConflictDoUpdate({
      target: usernameReservations.username,
      set: { email, expiresAt: aDay },
      setWhere: sql`${usernameReservations.email} = ${email} or ${usernameReservations.expiresAt} <= now()
        or ${browser} <> '' and exists (select from ${signUps} where ${signUps.recipient} = ${usernameReservations.email} and ${signUps.browser} = ${browser})`,
    })
    .returning();
  return promised.length > 0;
}

const takenText = `
  select username from accounts where username = $1
  union all
  select username from username_reservations promised where username = $1 and expires_at > now()
    and not exists (select from sign_ups where recipient = promised.email and browser = $2 and browser <> '')
  limit 1`;

/** Finds the name if it belongs to an account or is reserved for a sign-up of another browser. */
export async function findUsername(
  { rows }: Pick<Database, "rows">,
  username: string,
  browser: string,
): Promise<string | undefined> {
  const [found] = await rows<{ username: string }>(takenText, [username, browser], "find-username");
  return found?.username;
}

/** Gives an account its first user name. */
export async function claimProfile(
  tx: Db,
  id: string,
  username: string,
  fullName: string | undefined,
): Promise<"has_one" | "taken" | "claimed"> {
  // The second of two simultaneous claims waits here for the first, and then finds the name already taken.
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for("update");
  if (!account || account.username) return "has_one";
  const isPromised = await reserveUsername(tx, username, account.email);
  if (!isPromised) return "taken";
  await tx
    .update(accounts)
    .set({ username, ...(fullName !== undefined && { fullName }) })
    .where(eq(accounts.id, id));
  await tx.delete(usernameReservations).where(eq(usernameReservations.username, username));
  return "claimed";
}

/** Changes the profile that an account's owner may change, and notes it in the audit trail. */
export async function changeAccount(
  tx: Db,
  account: AccountRow,
  change: { full_name?: string; username?: string; phone?: string },
): Promise<AccountRow | "taken"> {
  const username = change.username === undefined ? undefined : normalUsername(change.username);
  const isNewName = username !== undefined && username !== account.username;
  if (isNewName && !(await reserveUsername(tx, username, account.email))) return "taken";
  const wanted = {
    ...(change.full_name !== undefined && { fullName: change.full_name }),
    ...(isNewName && { username }),
    ...(change.phone !== undefined && { phone: change.phone }),
  };
  if (Object.keys(wanted).length === 0) return account;
  const [changed] = await tx
    .update(accounts)
    .set({ ...wanted, updatedAt: new Date() })
    .where(eq(accounts.id, account.id))
    .returning();
  if (isNewName && account.username)
    await tx
      .insert(formerUsernames)
      .values({ username: account.username, accountId: account.id })
      .onConflictDoUpdate({
        target: formerUsernames.username,
        set: { accountId: account.id, changedAt: new Date() },
      });
  if (isNewName) await tx.delete(usernameReservations).where(eq(usernameReservations.username, username));
  const before = Object.fromEntries(
    Object.keys(wanted).map((key) => [key, account[key as keyof AccountRow]]),
  );
  await audit(tx, {
    actor: account.id,
    entity: "user",
    entityId: account.id,
    action: "changed",
    before,
    after: wanted,
  });
  return changed ?? account;
}

/** Makes a new account an administrator's, by the invitation whose code was typed at its sign-up; works once. */
export async function redeemInvitation(tx: Db, accountId: string, id: string): Promise<void> {
  const [invitation] = await tx
    .select()
    .from(adminInvitations)
    .where(and(eq(adminInvitations.id, id), isOpen()))
    .for("update");
  if (!invitation || !(await isStillGranted(tx, invitation))) return;
  await tx
    .update(adminInvitations)
    .set({ usedBy: accountId, usedAt: new Date() })
    .where(eq(adminInvitations.id, id));
  await makeAdministrator(tx, accountId, invitation.permissions, `invitation ${id}`);
}

type Invitation = typeof adminInvitations.$inferSelect;

const isOpen = () => and(isNull(adminInvitations.usedAt), gt(adminInvitations.expiresAt, new Date()));

/**
 * An invitation gives no more than its maker may give now: if the maker was suspended or lost a right, codes that
 * grant the right no longer work.
 */
async function isStillGranted(tx: Db, { createdBy, permissions }: Invitation): Promise<boolean> {
  if (createdBy === null) return true;
  const maker = await findAccount(tx, createdBy);
  return (
    maker !== undefined && maker.suspendedAt === null && canGrant(maker, ["manage_users", ...permissions])
  );
}

/**
 * Adds rights to an account. An invitation takes no right away, so a full administrator who uses one stays a full
 * administrator.
 */
async function makeAdministrator(
  tx: Db,
  accountId: string,
  granted: Permission[],
  reason: string,
): Promise<void> {
  const before = await findAccount(tx, accountId);
  const permissions = keptPermissions(
    before && isAdministrator(before) ? [...before.permissions, ...granted] : granted,
  );
  await tx
    .update(accounts)
    .set({ role: "admin", permissions, updatedAt: new Date() })
    .where(eq(accounts.id, accountId));
  await audit(tx, {
    actor: accountId,
    entity: "permission",
    entityId: accountId,
    action: "granted",
    before: { role: before?.role, permissions: before?.permissions },
    after: { role: "admin", permissions },
    reason,
  });
}

/** A code as it is kept: case, width, spaces and dashes don't matter. */
export const hashInvitation = (code: string): string =>
  createHash("sha256").update(plainCode(code).toUpperCase()).digest("base64url");

/** An open invitation by its code, locked; undefined also if its maker may no longer grant these rights. */
export async function lockInvitation(tx: Db, code: string): Promise<Invitation | undefined> {
  const [invitation] = await tx
    .select()
    .from(adminInvitations)
    .where(and(eq(adminInvitations.codeHash, hashInvitation(code)), isOpen()))
    .for("update");
  return invitation && (await isStillGranted(tx, invitation)) ? invitation : undefined;
}

/** Gives the account the new address from the sign-in service, once it is confirmed there. */
export const adoptConfirmedEmail = (tx: Db, id: string, email: string): Promise<unknown> =>
  tx.update(accounts).set({ email, updatedAt: new Date() }).where(eq(accounts.id, id));
