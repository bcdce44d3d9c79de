import { and, eq, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { openChargeStatuses } from "#domain/charges/charges.ts";
import { openStatuses } from "#domain/orders/lifecycle.ts";
import type { AuthServices } from "#server/auth/gotrue/auth-services.ts";
import type { Bearer } from "#server/auth/gotrue/queries.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import { oneOf } from "#server/db/schema/columns.ts";
import type { Db } from "#server/db/open-database.ts";
import { ledgerEntries, payments } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { deleteUser } from "./admin.ts";
import { load, type Proof, requireProof } from "./change-user.ts";

/**
 * Deletes the account of whoever asks and shows once more who they are. Throws AuthError without that proof, and
 * a Refusal while something is still open between us.
 */
export async function deleteOwnUser(services: AuthServices, bearer: Bearer, proof: Proof): Promise<void> {
  const user = await load(services, bearer);
  await refuseWhileOpen(services.database.db, user.id);
  await requireProof(services, bearer, user, proof);
  await deleteUser(services, user.id, {
    actor: user.id,
    // An order that is being made for this account waits for the row, and then finds no account.
    before: async (tx) => {
      await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, user.id)).for("update");
      await refuseWhileOpen(tx, user.id);
    },
  });
}

async function refuseWhileOpen(db: Db, accountId: string): Promise<void> {
  const open = await db.$count(orders, and(eq(orders.accountId, accountId), oneOf("status", openStatuses)));
  if (open > 0)
    throw new Refusal(
      "account_has_open_orders",
      "You still have open orders. Your account can be deleted once they are completed or canceled.",
    );
  // An order's balance is the sum of its renter's ledger account; one that isn't zero is owed by somebody.
  const unsettled = await db
    .select({ orderId: ledgerEntries.orderId })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(and(eq(orders.accountId, accountId), eq(ledgerEntries.account, "renter")))
    .groupBy(ledgerEntries.orderId)
    .having(sql`sum(${ledgerEntries.amount}) <> 0`)
    .limit(1);
  const charged = await db
    .select({ id: charges.id })
    .from(charges)
    .innerJoin(orders, eq(orders.id, charges.orderId))
    .where(and(eq(orders.accountId, accountId), oneOf("charges.status", openChargeStatuses)))
    .limit(1);
  // A provider's page that is open may still take money for a booking that this account has begun.
  const asked = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(wizardDrafts, eq(wizardDrafts.id, payments.orderId))
    .where(and(eq(wizardDrafts.accountId, accountId), eq(payments.status, "begun")))
    .limit(1);
  if (unsettled.length + charged.length + asked.length > 0)
    throw new Refusal(
      "account_has_money_due",
      "Not everything is paid or given back yet. Your account can be deleted once it is.",
    );
}
