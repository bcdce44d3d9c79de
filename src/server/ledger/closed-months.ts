import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { dayInBooks, monthOf } from "#domain/payments/months.ts";
import type { Db } from "#server/db/open-database.ts";
import { closedMonths } from "#server/db/schema/money/months.ts";
import { ledgerTransactions } from "#server/db/schema/money/payments.ts";

/** The migration names this number too: the trigger that refuses closed months waits for the same lock. */
const monthsLock = 7_340_055;

/** Held while something is posted: no month is closed meanwhile. */
const holdMonths = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock_shared(${monthsLock}::bigint)`);

/** Held while a month is closed or reopened: whatever is being posted is written first. */
export const lockMonths = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${monthsLock}::bigint)`);

export const closedMonthsOf = async (db: Db): Promise<Set<string>> =>
  new Set((await db.select({ month: closedMonths.month }).from(closedMonths)).map(({ month }) => month));

/** Returns the day in the books of an event. The present month is never closed, because it is not over. */
export async function postingDay(tx: Db, on: IsoDate, today: IsoDate): Promise<IsoDate> {
  if (monthOf(on) === monthOf(today)) return on;
  await holdMonths(tx);
  return dayInBooks(on, await closedMonthsOf(tx));
}

/** Payments of an order that count in a later month than they came in: their ids, and the days they count on. */
export async function postponedPayments(db: Db, orderId: string): Promise<Map<string, IsoDate>> {
  const rows = await db
    .select({ paymentId: ledgerTransactions.paymentId, postedOn: ledgerTransactions.postedOn })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.orderId, orderId),
        eq(ledgerTransactions.kind, "payment"),
        isNotNull(ledgerTransactions.effectiveOn),
      ),
    );
  return new Map(rows.flatMap(({ paymentId, postedOn }) => (paymentId ? [[paymentId, postedOn]] : [])));
}
