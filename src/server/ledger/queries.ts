import { and, asc, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { Movement } from "#domain/documents/statement.ts";
import { refundedTwiceNumber } from "#domain/pricing/instalments.ts";
import { movesRenter, type LedgerAccount } from "#domain/payments/ledger.ts";
import { decidedRefundStatuses, openRefundStatuses, reservingStatuses } from "#domain/payments/payments.ts";
import { isFirstInstalmentPaidOf } from "#server/db/first-instalment.ts";
import type { Db } from "#server/db/open-database.ts";
import { isOwed } from "#server/db/owed-instalments.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import {
  instalments,
  ledgerEntries,
  ledgerTransactions,
  payments,
  refundParts,
  refunds,
} from "#server/db/schema/money/payments.ts";
import { bankTakings } from "./chargebacks.ts";

export type InstalmentRow = typeof instalments.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** The instalments of an order, the earliest due first; without those that a cancellation or a change dropped. */
export const standingInstalments = (db: Db, orderId: string): Promise<InstalmentRow[]> =>
  db
    .select()
    .from(instalments)
    .where(and(eq(instalments.orderId, orderId), isNull(instalments.droppedAt)))
    .orderBy(
      asc(instalments.dueOn),
      asc(instalments.number),
      asc(instalments.createdAt),
      asc(instalments.id),
    );

/** A renter's debt for an order by the ledger, or the balance of another account of the order. */
export async function balanceOf(db: Db, orderId: string, account: LedgerAccount = "renter"): Promise<Cents> {
  const [sum] = await db
    .select({ balance: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.account, account)));
  return Number(sum?.balance ?? 0);
}

/** Transactions that moved a renter's account of an order, or gave the renter goodwill, in their order. */
export async function movementsOf(db: Db, orderId: string): Promise<Movement[]> {
  const sumOfAccount = (account: LedgerAccount) =>
    sql<string>`coalesce(sum(${ledgerEntries.amount}) filter (where ${ledgerEntries.account} = ${account}), 0)`;
  const rows = await db
    .select({
      id: ledgerTransactions.id,
      // The day of the event itself, even if our books have it in a later month.
      postedOn: sql<IsoDate>`coalesce(${ledgerTransactions.effectiveOn}, ${ledgerTransactions.postedOn})::text`,
      kind: ledgerTransactions.kind,
      isOfInstalment: sql<boolean>`${ledgerTransactions.instalmentId} is not null`,
      renter: sumOfAccount("renter"),
      goodwill: sumOfAccount("refunds"),
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerEntries.orderId, orderId), inArray(ledgerEntries.account, ["renter", "refunds"])))
    .groupBy(ledgerTransactions.id)
    .orderBy(asc(ledgerTransactions.id));
  return rows.flatMap(({ kind, renter, goodwill, ...row }) =>
    movesRenter(kind) ? [{ ...row, kind, renter: Number(renter), goodwill: Number(goodwill) }] : [],
  );
}

/**
 * Whether an instalment asks for an order's price, or for what is kept of it. A charge and the debt for a double
 * refund stay, whatever happens to the rental.
 */
export const isOfPrice = ({ chargeId, number }: InstalmentRow): boolean =>
  chargeId === null && number !== refundedTwiceNumber;

/** The earliest due day of what isn't paid, for each of these orders that owes no less than `least` cents in all. */
export async function dueSince(
  db: Db,
  orderIds: string[],
  on: IsoDate,
  least: Cents,
): Promise<Map<string, IsoDate>> {
  const rows = orderIds.length
    ? await db
        .select({ orderId: instalments.orderId, since: sql<string>`min(${instalments.dueOn})::text` })
        .from(instalments)
        .where(and(inArray(instalments.orderId, orderIds), sql.raw(isOwed()), lte(instalments.dueOn, on)))
        .groupBy(instalments.orderId)
        .having(sql`sum(${instalments.amount} - ${instalments.paid}) >= ${least}`)
    : [];
  return new Map(rows.map(({ orderId, since }) => [orderId, since]));
}

/** Whether the first instalment is paid; false for an order without one. */
export async function isFirstInstalmentPaid(db: Db, orderId: string): Promise<boolean> {
  const [found] = await rowsIn(db)<{ isPaid: boolean }>(
    `select ${isFirstInstalmentPaidOf("$1::uuid")} as "isPaid"`,
    [orderId],
  );
  return found?.isPaid === true;
}

/**
 * What each payment of an order can still give back, the newest first. Nobody gives back money that a bank takes
 * back, or any of a payment while a bank has not decided about it. `without_open_rule` does not subtract refunds by
 * rule that can still be recomputed.
 */
export async function refundable(
  db: Db,
  orderId: string,
  which: "now" | "without_open_rule" = "now",
): Promise<{ payment: PaymentRow; left: Cents; rest: Cents }[]> {
  const reserved = db
    .select({
      paymentId: refundParts.paymentId,
      amount: sql<string>`sum(${refundParts.amount})`.as("reserved_amount"),
    })
    .from(refundParts)
    .innerJoin(refunds, eq(refunds.id, refundParts.refundId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        inArray(refunds.status, [...reservingStatuses]),
        which === "now" ? undefined : sql`not (${isOpenByRule(orderId)})`,
      ),
    )
    .groupBy(refundParts.paymentId)
    .as("reserved");
  const byBanks = bankTakings(db);
  const rows = await db
    .select({ payment: payments, amount: reserved.amount, taken: byBanks.taken, isHeld: byBanks.isHeld })
    .from(payments)
    .leftJoin(reserved, eq(reserved.paymentId, payments.id))
    .leftJoin(byBanks, eq(byBanks.paymentId, payments.id))
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "succeeded")))
    .orderBy(sql`${payments.paidOn} desc, ${payments.createdAt} desc, ${payments.id} desc`);
  return rows.map(({ payment, amount, taken, isHeld }) => {
    // Below zero if more has to be given back than is there.
    const rest = payment.amount - Number(amount ?? 0) - Number(taken ?? 0);
    return { payment, rest, left: isHeld ? 0 : Math.max(0, rest) };
  });
}

/**
 * A part of a refund has been paid back, or its provider has got a request that it hasn't refused: the refund can't
 * be withdrawn anymore.
 */
export const hasRefundBegun = sql`exists (select from refund_parts
  where refund_id = ${refunds.id} and (paid_at is not null or begun_at is not null and failure is null))`;

/** Refunds of an order by rule, decided or not, that nobody has begun to pay: they can be recomputed. */
export const isOpenByRule = (orderId: string) =>
  and(
    eq(refunds.orderId, orderId),
    eq(refunds.origin, "rule"),
    inArray(refunds.status, [...openRefundStatuses]),
    sql`not ${hasRefundBegun}`,
  );

/** Whether some of an order's refunds by rule since a moment has left us, or may have. */
export async function hasGivenBack(db: Db, orderId: string, since: Date): Promise<boolean> {
  const isSince = and(
    eq(refunds.orderId, orderId),
    eq(refunds.origin, "rule"),
    gte(refunds.createdAt, since),
  );
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isSince, inArray(refunds.status, [...decidedRefundStatuses]), hasRefundBegun));
  return found.length > 0;
}

/** The sum that is still to leave us, of manual refunds, decided or not, or of refunds by rule. */
export async function pendingOf(
  db: Db,
  orderId: string,
  origin: RefundRow["origin"],
  condition?: SQL,
): Promise<Cents> {
  const [sum] = await db
    .select({ amount: sql<string>`coalesce(sum(${refundParts.amount}), 0)` })
    .from(refundParts)
    .innerJoin(refunds, eq(refunds.id, refundParts.refundId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.origin, origin),
        inArray(refunds.status, [...openRefundStatuses]),
        isNull(refundParts.paidAt),
        condition,
      ),
    );
  return Number(sum?.amount ?? 0);
}

/** The sum still to leave us of refunds by rule that have begun: it is on its way, and pays nothing else. */
export const onTheWayOf = (db: Db, orderId: string): Promise<Cents> =>
  pendingOf(db, orderId, "rule", hasRefundBegun);
