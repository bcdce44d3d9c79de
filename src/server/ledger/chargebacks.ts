import { and, asc, eq, sql } from "drizzle-orm";
import type { Cents } from "#domain/money.ts";
import { chargebackEntries, type ChargebackSums, undecidedStates } from "#domain/payments/chargebacks.ts";
import { oneOf } from "#server/db/schema/columns.ts";
import type { Db } from "#server/db/open-database.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import type { Services } from "#server/services.ts";
import { post } from "./post.ts";

export type ChargebackRow = typeof chargebacks.$inferSelect;

export const chargebacksOf = (db: Db, orderId: string): Promise<ChargebackRow[]> =>
  db
    .select()
    .from(chargebacks)
    .where(eq(chargebacks.orderId, orderId))
    .orderBy(asc(chargebacks.openedAt), asc(chargebacks.id));

/** SQL: a chargeback that its bank has not decided about. */
export const isUndecidedRow = oneOf("chargebacks.state", undecidedStates);

/** The part of an order's payments that is in dispute with a bank: nobody gives it back before the decision. */
export async function heldOf(db: Db, orderId: string): Promise<Cents> {
  const [sum] = await db
    .select({ amount: sql<string>`coalesce(sum(${chargebacks.amount}), 0)` })
    .from(chargebacks)
    .where(and(eq(chargebacks.orderId, orderId), isUndecidedRow));
  return Number(sum?.amount ?? 0);
}

/** What banks have taken of each payment, and whether one of them has not decided yet. */
export const bankTakings = (db: Db) =>
  db
    .select({
      paymentId: chargebacks.paymentId,
      taken: sql<string>`sum(greatest(${chargebacks.withdrawn} - ${chargebacks.reinstated}, 0))`.as("taken"),
      isHeld: sql<boolean>`bool_or(${isUndecidedRow})`.as("is_held"),
    })
    .from(chargebacks)
    .groupBy(chargebacks.paymentId)
    .as("taken_back");

/** Whether an order's method may be charged automatically: after a chargeback that we haven't won, it may not. */
export async function mayChargeByItself(db: Db, orderId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .where(and(eq(chargebacks.orderId, orderId), sql`${chargebacks.state} <> 'won'`))
    .limit(1);
  return found === undefined;
}

/** Brings the ledger from a chargeback's former sums to its sums now. The caller has the order's lock. */
export async function postChargeback(
  clock: Pick<Services, "now">,
  tx: Db,
  { row, now }: { row: ChargebackRow; now: ChargebackSums },
): Promise<boolean> {
  const moves = Object.entries(chargebackEntries(row, now)).filter(([, entries]) => entries.length > 0);
  for (const [sum, entries] of moves)
    await post(clock, tx, {
      key: `chargeback:${row.id}:${row.moves + 1}:${sum}`,
      kind: "chargeback",
      orderId: row.orderId,
      cause: { paymentId: row.paymentId },
      actor: "system",
      entries,
    });
  return moves.length > 0;
}
