import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { allocated, type Purpose, standingPurposes } from "#domain/payments/allocation.ts";
import type { Cents } from "#domain/money.ts";
import type { Db } from "#server/db/open-database.ts";
import { instalments, paymentPurposes, payments } from "#server/db/schema/money/payments.ts";
import { type InstalmentRow, hasRefundBegun, type PaymentRow, standingInstalments } from "./queries.ts";

/** Writes the instalments that a payment is for, in place of those that were written before. */
export async function writePurposes(tx: Db, paymentId: string, purposes: readonly Purpose[]): Promise<void> {
  await tx.delete(paymentPurposes).where(eq(paymentPurposes.paymentId, paymentId));
  if (purposes.length)
    await tx.insert(paymentPurposes).values(purposes.map((purpose) => ({ paymentId, ...purpose })));
}

/**
 * The instalments that the payments of an order are for, in their present form, the earliest payment first. A payment
 * that has gone back, or that a bank took back, pays for nothing anymore. With `begun`, the payment under way counts
 * too.
 */
export async function purposesOf(
  tx: Db,
  orderId: string,
  statuses: readonly PaymentRow["status"][] = ["succeeded"],
): Promise<(Purpose & Pick<typeof paymentPurposes.$inferSelect, "paymentId">)[]> {
  const rows = await tx
    .select({
      paymentId: payments.id,
      status: payments.status,
      paid: payments.amount,
      stands: standsOf,
      instalmentId: paymentPurposes.instalmentId,
      amount: paymentPurposes.amount,
    })
    .from(paymentPurposes)
    .innerJoin(payments, eq(payments.id, paymentPurposes.paymentId))
    .innerJoin(instalments, eq(instalments.id, paymentPurposes.instalmentId))
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, [...statuses])))
    .orderBy(
      asc(payments.createdAt),
      asc(payments.id),
      asc(instalments.dueOn),
      asc(instalments.number),
      asc(instalments.id),
    );
  if (rows.length === 0) return [];
  const standing = await successors(tx, orderId);
  const ofPayment = Map.groupBy(rows, ({ paymentId }) => paymentId);
  return [...ofPayment].flatMap(([paymentId, purposes]) => {
    const [first] = purposes;
    const stands = first?.status === "succeeded" ? Number(first.stands) : (first?.paid ?? 0);
    return standingPurposes(
      purposes.map(({ instalmentId, amount }) => ({ instalmentId: standing(instalmentId), amount })),
      stands,
    ).map((purpose) => ({ paymentId, ...purpose }));
  });
}

/** SQL: the part of a payment that the ledger still counts as the renter's, without refunds on their way. */
const standsOf = sql<string>`(
  select coalesce(-sum(ledger_entries.amount), 0) from ledger_transactions
  join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
  where ledger_transactions.order_id = ${payments.orderId} and ledger_transactions.payment_id = ${payments.id}
    and ledger_entries.account = 'renter'
) - (
  select coalesce(sum(refund_parts.amount), 0) from refund_parts
  join refunds on refunds.id = refund_parts.refund_id
  where refund_parts.payment_id = ${payments.id} and refund_parts.paid_at is null
    and refunds.origin = 'rule' and refunds.status = 'approved' and ${hasRefundBegun}
)`;

/** Returns a function that finds the instalment that replaces another one, however often that was replaced. */
export async function successors(tx: Db, orderId: string): Promise<(id: string) => string> {
  const replaced = await tx
    .select({ id: instalments.id, by: instalments.replacedBy })
    .from(instalments)
    .where(and(eq(instalments.orderId, orderId), sql`${instalments.replacedBy} is not null`));
  const next = new Map(replaced.map(({ id, by }) => [id, by]));
  return (id) => {
    let last = id;
    for (let by = next.get(last); by; by = next.get(last)) last = by;
    return last;
  };
}

/** The instalment that now replaces the given one; undefined if there is none. */
export async function standingFor(
  tx: Db,
  orderId: string,
  instalmentId: string | null,
): Promise<InstalmentRow | undefined> {
  if (instalmentId === null) return undefined;
  const id = (await successors(tx, orderId))(instalmentId);
  return (await standingInstalments(tx, orderId)).find((row) => row.id === id);
}

/** How much of each instalment is paid, out of what has been received. */
export const allocate = async (
  tx: Db,
  orderId: string,
  standing: readonly { id: string; amount: Cents }[],
  received: Cents,
): Promise<Cents[]> => allocated(standing, await purposesOf(tx, orderId), received);
