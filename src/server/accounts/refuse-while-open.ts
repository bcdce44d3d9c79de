import { and, eq, inArray, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { openChargeStatuses } from "#domain/charges/charges.ts";
import { openStatuses } from "#domain/orders/lifecycle.ts";
import type { Cents } from "#domain/money.ts";
import { undecidedStates } from "#domain/payments/chargebacks.ts";
import { openRefundStatuses } from "#domain/payments/payments.ts";
import { leastPayout } from "#domain/payouts/payouts.ts";
import { can } from "#domain/people/permissions.ts";
import { countOtherHolders } from "#server/auth/administrators.ts";
import type { UserRow } from "#gotrue/queries.ts";
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
import { leastPayable } from "#server/provider-settings.ts";
import { isHeldBeside } from "#server/rentals/availability.ts";
import { ordersOfPerson } from "./orders-of-person.ts";
import type { Services } from "#server/services.ts";

/** At least one person who can manage users has to stay. */
async function refuseLastAdministrator(db: Db, id: string): Promise<void> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
  if (account && can(account, "manage_users") && (await countOtherHolders(db, "manage_users", id)) === 0)
    throw new Refusal(
      "last_administrator",
      "No one else can manage users yet. Give another administrator that permission first.",
    );
}

/**
 * Refuses to delete an account with open orders, with money to pay or to give back, or with earnings still due; also
 * the last one that can manage users.
 */
export async function refuseWhileOpen(
  { config }: Pick<Services, "config">,
  db: Db,
  person: UserRow,
): Promise<void> {
  await refuseLastAdministrator(db, person.id);
  // A host stays while a renter has, or will have, one of their cars.
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

/** Whether a renter has, or can still take, another car of this host: an earlier car, or an offered one. */
async function isCarOfHostKept(db: Db, { id }: UserRow): Promise<boolean> {
  const isOut = sql`exists (select from order_stretches own where own.host_id = ${accounts.id} and ${sql.raw(isEarlierCarOut())})`;
  const isKept = sql`exists (select from day_holds join cars on cars.id = day_holds.car_id where cars.host_id = ${accounts.id} and ${sql.raw(isHeldBeside)})`;
  return (await db.$count(accounts, and(eq(accounts.id, id), or(isOut, isKept)))) > 0;
}

/**
 * Whether a host is owed money or owes money, or may be by an open charge or chargeback of orders with their cars,
 * or by a correction that waits for a second administrator. A balance below the least payout prevents nothing.
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
 * Whether this person's orders still have money to pay (now or later), to give back or to decide about. `least` is
 * the smallest amount that can be paid.
 */
async function hasMoneyDue(db: Db, person: UserRow, least: Cents): Promise<boolean> {
  const isOwn = and(ordersOfPerson(person), not(oneOf("orders.status", openStatuses)));
  // An order's balance is the sum of its renter's ledger account: if it isn't zero, one side owes money.
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
