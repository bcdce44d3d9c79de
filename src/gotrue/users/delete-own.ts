import { and, eq, inArray, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { openChargeStatuses } from "#domain/charges/charges.ts";
import { openStatuses } from "#domain/orders/lifecycle.ts";
import type { Cents } from "#domain/money.ts";
import { undecidedStates } from "#domain/payments/chargebacks.ts";
import { openRefundStatuses } from "#domain/payments/payments.ts";
import { leastPayout } from "#domain/payouts/payouts.ts";
import { can } from "#domain/people/permissions.ts";
import { otherHolders } from "#server/auth/administrators.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import type { Bearer, UserRow } from "#gotrue/queries.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { isEarlierCarOut } from "#server/db/earlier-cars-out.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import { hostAdjustments } from "#server/db/schema/money/host-adjustments.ts";
import { oneOf } from "#server/db/schema/columns.ts";
import type { Db } from "#server/db/open-database.ts";
import { instalments, ledgerEntries, payments, refunds } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { deleteUser } from "./admin.ts";
import { leastPayable } from "#server/provider-settings.ts";
import { isHeldBeside } from "#server/rentals/availability.ts";
import { ordersOfPerson } from "./forget-renter.ts";
import { load, type Proof, requireProof } from "./change-user.ts";

/**
 * Deletes the account of whoever asks and shows once more who they are. Throws AuthError without that proof, and
 * a Refusal while something is still open between us.
 */
export async function deleteOwnUser(services: AuthServices, bearer: Bearer, proof: Proof): Promise<void> {
  const user = await load(services, bearer);
  await refuseWhileOpen(services, services.database.db, user);
  await requireProof(services, bearer, user, proof);
  await deleteUser(services, user.id, {
    actor: user.id,
    // An order that is being made for this account waits for the row, and then finds no account.
    before: async (tx) => {
      await lockPerson(tx, user.id);
      await refuseWhileOpen(services, tx, user);
    },
  });
}

/** Locks an account; an administrator's with all others', so that of the last two who go at once one stays. */
const lockPerson = (tx: Db, id: string): Promise<unknown> =>
  tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      or(
        eq(accounts.id, id),
        and(eq(accounts.role, "admin"), sql`(select role from accounts own where own.id = ${id}) = 'admin'`),
      ),
    )
    .orderBy(accounts.id)
    .for("update");

/** Somebody has to be left who can make others administrators. */
async function refuseLastAdministrator(db: Db, id: string): Promise<void> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
  if (account && can(account, "manage_users") && (await otherHolders(db, "manage_users", id)) === 0)
    throw new Refusal(
      "last_administrator",
      "No one else can manage users yet. Give another administrator that permission first.",
    );
}

async function refuseWhileOpen({ config }: AuthServices, db: Db, person: UserRow): Promise<void> {
  await refuseLastAdministrator(db, person.id);
  // A host stays while somebody has, or is to have, one of their cars.
  const isOwn = or(eq(orders.accountId, person.id), eq(orders.hostId, person.id));
  const isOut = or(oneOf("status", openStatuses), orders.isCarOut);
  if ((await db.$count(orders, and(isOwn, isOut))) > 0 || (await isCarOfHostKept(db, person)))
    throw new Refusal(
      "account_has_open_orders",
      "You still have open orders. Your account can be deleted once they are completed or canceled.",
    );
  if (await hasMoneyDue(db, person, leastPayable(config)))
    throw new Refusal(
      "account_has_money_due",
      "You still have payments or refunds to settle. Your account can be deleted once they're done.",
    );
  if (await hasEarningsDue(db, person))
    throw new Refusal(
      "account_has_earnings_due",
      "Earnings of yours are still to be paid out or settled. Your account can be deleted once that's done.",
    );
}

/** Whether a renter still has, or is kept, a car of a host's that isn't their order's own: an earlier one, or one that they are offered. */
async function isCarOfHostKept(db: Db, { id }: UserRow): Promise<boolean> {
  const isOut = sql`exists (select from order_stretches own where own.host_id = ${accounts.id} and ${sql.raw(isEarlierCarOut())})`;
  const isKept = sql`exists (select from day_holds join cars on cars.id = day_holds.car_id where cars.host_id = ${accounts.id} and ${sql.raw(isHeldBeside)})`;
  return (await db.$count(accounts, and(eq(accounts.id, id), or(isOut, isKept)))) > 0;
}

/**
 * Whether a host is owed money or owes some, or may yet by a charge or a chargeback of what was ordered of their cars, or by
 * a share taken back that waits for a second hand. What is too little for a payout keeps nobody.
 */
async function hasEarningsDue(db: Db, { id }: UserRow): Promise<boolean> {
  const [balance] = await db
    .select({ cents: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.hostId, id));
  if (Math.abs(Number(balance?.cents)) >= leastPayout) return true;
  const isWaiting = and(eq(hostAdjustments.hostId, id), eq(hostAdjustments.status, "awaiting_approval"));
  if ((await db.$count(hostAdjustments, isWaiting)) > 0) return true;
  const earlier = db
    .select({ id: orderStretches.orderId })
    .from(orderStretches)
    .where(eq(orderStretches.hostId, id));
  return isUndecided(db, or(eq(orders.hostId, id), inArray(orders.id, earlier)));
}

/** Whether a charge or a chargeback of some orders is still to be decided or paid. */
const isUndecided = async (db: Db, ofOrders: SQL | undefined): Promise<boolean> =>
  (await isSome(db, charges, and(ofOrders, oneOf("charges.status", openChargeStatuses)))) ||
  (await isSome(db, chargebacks, and(ofOrders, oneOf("chargebacks.state", undecidedStates))));

/** Whether there is a charge, a refund or a chargeback of an order that meets a condition. */
async function isSome(
  db: Db,
  table: typeof charges | typeof refunds | typeof chargebacks,
  condition: SQL | undefined,
): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(table)
    .innerJoin(orders, eq(orders.id, table.orderId))
    .where(condition)
    .limit(1);
  return found.length > 0;
}

/**
 * Whether anything is still to be paid, now or on a day to come, to be given back or to be decided of what this person
 * has ordered. `least` is the least that can be paid.
 */
async function hasMoneyDue(db: Db, person: UserRow, least: Cents): Promise<boolean> {
  const isOwn = and(ordersOfPerson(person), not(oneOf("orders.status", openStatuses)));
  // An order's balance is the sum of its renter's ledger account; one that isn't zero is owed by somebody.
  const unsettled = await db
    .select({ orderId: ledgerEntries.orderId })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(and(isOwn, eq(ledgerEntries.account, "renter")))
    .groupBy(ledgerEntries.orderId)
    .having(sql`sum(${ledgerEntries.amount}) <> 0`)
    .limit(1);
  // The ledger knows an instalment from the day on which it falls due.
  const toCome = await db
    .select({ orderId: instalments.orderId })
    .from(instalments)
    .innerJoin(orders, eq(orders.id, instalments.orderId))
    .where(and(isOwn, isNull(instalments.droppedAt), lt(instalments.paid, instalments.amount)))
    .groupBy(instalments.orderId)
    .having(sql`sum(${instalments.amount} - ${instalments.paid}) >= ${least}`)
    .limit(1);
  // A provider's page that is open may still take money for a booking that this account has begun.
  const asked = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(wizardDrafts, eq(wizardDrafts.id, payments.orderId))
    .where(and(eq(wizardDrafts.accountId, person.id), eq(payments.status, "begun")))
    .limit(1);
  return (
    unsettled.length + toCome.length + asked.length > 0 ||
    (await isSome(db, refunds, and(isOwn, oneOf("refunds.status", openRefundStatuses)))) ||
    (await isUndecided(db, isOwn))
  );
}
