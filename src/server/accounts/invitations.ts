import { randomBytes } from "node:crypto";
import { audit } from "#server/db/audit.ts";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Invitation } from "#contract/admin/invitations.ts";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { day } from "#domain/durations.ts";
import { spelled } from "#domain/orders/order-numbers.ts";
import { canGrant, type Permission } from "#domain/people/permissions.ts";
import { adminInvitations, accounts } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/open-database.ts";
import { refuseOver } from "#server/http/limits.ts";
import { clientKey } from "#server/http/client-key.ts";
import { adminCodesOf, giveBackAdminCode, wrongAdminCodes } from "#server/auth/admin-code-limits.ts";
import type { Services } from "#server/services.ts";
import { type AccountRow, hashInvitation, lockInvitation, redeemInvitation } from "#server/auth/accounts.ts";

/** 27 letters of 30 are 132 bits. */
const letters = 27;
const days = 7;

type NewInvitation = { permissions: Permission[]; by?: AccountRow };

/**
 * Makes a code that one person becomes an administrator with, within a week. It is shown once and kept as a
 * hash. Throws a Refusal for rights the maker lacks.
 */
export async function makeInvitation(
  { database }: { database: Database },
  { permissions, by }: NewInvitation,
) {
  if (by && !canGrant(by, permissions))
    throw new Refusal("forbidden", "You can't grant permissions you don't have.");
  const code = spelled(randomBytes(letters)).replace(/.{9}(?=.)/g, "$&-");
  const expiresAt = new Date(Date.now() + days * day);
  const made = await database.transaction(async (tx) => {
    const [row] = await tx
      .insert(adminInvitations)
      .values({ codeHash: hashInvitation(code), permissions, createdBy: by?.id, expiresAt })
      .returning();
    await audit(tx, {
      actor: by?.id ?? "command line",
      entity: "permission",
      entityId: row?.id ?? "",
      action: "invited",
      after: { permissions },
    });
    return row;
  });
  if (!made) throw new Error("No invitation was made");
  return { code, invitation: present(made, by?.email ?? null, null) };
}

export async function listInvitations({ db }: Pick<Database, "db">): Promise<Invitation[]> {
  const maker = db.select({ id: accounts.id, email: accounts.email }).from(accounts).as("maker");
  const user = db.select({ id: accounts.id, email: accounts.email }).from(accounts).as("taker");
  const found = await db
    .select({ row: adminInvitations, createdBy: maker.email, usedBy: user.email })
    .from(adminInvitations)
    .leftJoin(maker, eq(maker.id, adminInvitations.createdBy))
    .leftJoin(user, eq(user.id, adminInvitations.usedBy))
    .orderBy(desc(adminInvitations.createdAt))
    .limit(200);
  return found.map(({ row, createdBy, usedBy }) => present(row, createdBy, usedBy));
}

/**
 * Takes an unused invitation back. Throws a Refusal where there is none, and for an invitation with rights that
 * the administrator couldn't grant.
 */
export async function withdrawInvitation(
  { database }: { database: Database },
  id: string,
  by: AccountRow,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [invitation] = await tx
      .select()
      .from(adminInvitations)
      .where(and(eq(adminInvitations.id, id), isNull(adminInvitations.usedAt)))
      .for("update");
    if (!invitation) throw notFound("invitation_not_found");
    if (!canGrant(by, invitation.permissions))
      throw new Refusal("forbidden", "You can't withdraw an invitation with permissions you don't have.");
    await tx.delete(adminInvitations).where(eq(adminInvitations.id, invitation.id));
    await audit(tx, { actor: by.id, entity: "permission", entityId: id, action: "withdrawn" });
  });
}

const tooMany = "Too many codes were tried. Please try again later.";

type Use = { email: string; code: string; address: string; account: AccountRow | undefined };

/**
 * Makes the account an administrator if it is signed in with this address. For any other caller it only checks the
 * code: the sign-up that sends the code uses it. Throws a Refusal that is the same for every wrong code; few tries
 * are allowed.
 */
export async function tryAdminCode(
  services: Services,
  { email, code, address, account }: Use,
): Promise<void> {
  const network = clientKey(services, address);
  await refuseOver(services, [adminCodesOf(network)], tooMany);
  const isRight = await services.database.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, code);
    if (!invitation) return false;
    const isOwn =
      account !== undefined && account.email.toLowerCase() === email.toLowerCase() && account.email !== "";
    if (isOwn) await redeemInvitation(tx, account.id, invitation.id);
    return true;
  });
  if (isRight) return giveBackAdminCode(services, network);
  // Counts the wrong codes of all callers together; a right code is never refused because of them.
  await refuseOver(services, [wrongAdminCodes], tooMany);
  const message = "is not valid, was used, or has expired";
  throw new Refusal("admin_code_refused", `The admin code ${message}.`, {
    fields: { admin_code: { code: "admin_code_refused", message } },
  });
}

const present = (
  row: typeof adminInvitations.$inferSelect,
  createdBy: string | null,
  usedBy: string | null,
): Invitation => ({
  id: row.id,
  permissions: row.permissions,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  createdBy,
  usedBy,
  usedAt: row.usedAt?.toISOString() ?? null,
});
