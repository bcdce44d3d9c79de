import { isOneOf } from "#server/db/schema/columns.ts";
import { decidedRefundStatuses, openRefundStatuses } from "#domain/payments/payments.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Cents } from "#domain/money.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { type RefundPosition, ruledRefund } from "#domain/payments/overpaid.ts";
import type { Db } from "#server/db/open-database.ts";
import { ledgerEntries, ledgerTransactions, payments, refunds } from "#server/db/schema/money/payments.ts";
import type { Services } from "#server/services.ts";
import { heldOf } from "./chargebacks.ts";
import { receivedOf, settle } from "./instalments.ts";
import { post } from "./post.ts";
import { type InstalmentRow, onTheWayOf, pendingOf, refundable, standingInstalments } from "./queries.ts";

type Clock = Pick<Services, "now">;

/** What a renter has paid beyond everything that the order asks for; below zero what is still to be paid. */
export async function overpaidOf(tx: Db, orderId: string): Promise<Cents> {
  const standing = await standingInstalments(tx, orderId);
  return (await receivedOf(tx, orderId, standing)) - sumOf(standing);
}

/**
 * The figures of an order's money for a rule that gives some of it back. With `countsByHand` every manual refund
 * that has not left us counts, as it will once the price has changed.
 */
export async function refundPositionOf(
  tx: Db,
  orderId: string,
  standing: readonly InstalmentRow[],
  { countsByHand = false }: { countsByHand?: boolean } = {},
): Promise<RefundPosition> {
  const counted = await countedGoodwillOf(tx, orderId);
  const { over, kept } = await overOf(tx, orderId);
  return {
    received: (await receivedOf(tx, orderId, standing)) + counted,
    goodwill: (await goodwillOf(tx, orderId)) + counted,
    counted,
    onTheWay: await onTheWayOf(tx, orderId),
    held: await heldOf(tx, orderId),
    byHand: countsByHand
      ? await pendingOf(tx, orderId, "hand")
      : (await pendingOf(tx, orderId, "hand", eq(refunds.counts, true))) + (await declinedOf(tx, orderId)),
    over,
    kept,
    left: sumOf((await refundable(tx, orderId, "without_open_rule")).map(({ left }) => ({ amount: left }))),
  };
}

const isDeclined = (orderId: string) =>
  and(
    eq(refunds.orderId, orderId),
    eq(refunds.origin, "rule"),
    eq(refunds.status, "declined"),
    eq(refunds.counts, true),
  );

/**
 * Refunds by rule that somebody declined: the money stays with us until the price or the status changes. What was
 * given back by hand since is given already, and holds nothing of later refunds back.
 */
async function declinedOf(tx: Db, orderId: string): Promise<Cents> {
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${refunds.amount} - ${refunds.ofCredit}), 0)` })
    .from(refunds)
    .where(isDeclined(orderId));
  return Number(sum?.amount ?? 0);
}

/**
 * Takes what a refund by hand gives back of the renter's own money from the credit that they left with us, then from
 * refunds that were declined.
 */
export async function giveByHand(
  tx: Db,
  { id, orderId }: { id: string; orderId: string },
  amount: Cents,
): Promise<void> {
  const kept = await tx
    .select({ id: payments.id, over: sql<string>`${sql.raw(stillOverText(`and refunds.id <> '${id}'`))}` })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "succeeded"), eq(payments.keepsOver, true)))
    // What is left of a payment that it is a part of is less already.
    .orderBy(
      sql`exists (select from refund_parts where refund_id = ${id} and payment_id = ${payments.id}) desc`,
      payments.createdAt,
      payments.id,
    );
  let left = amount;
  for (const { id: paymentId, over } of kept) {
    const taken = Math.max(0, Math.min(left, Number(over)));
    left -= taken;
    if (taken > 0)
      await tx
        .update(payments)
        .set({ over: Number(over) - taken })
        .where(eq(payments.id, paymentId));
  }
  await moveDeclined(tx, orderId, left);
}

/** A refund by hand of a payment has come back: as much of declined refunds, then of that payment's credit, is with us. */
export async function keepByHand(
  tx: Db,
  { orderId, paymentId }: { orderId: string; paymentId: string },
  amount: Cents,
): Promise<void> {
  const rest = -(await moveDeclined(tx, orderId, -amount));
  await tx
    .update(payments)
    .set({ over: sql`least(${payments.amount}, ${payments.over} + ${rest}::bigint)` })
    .where(and(eq(payments.id, paymentId), eq(payments.status, "succeeded"), eq(payments.keepsOver, true)));
}

/** Adds an amount to what was given back by hand of declined refunds, or takes it off. Answers what is beyond them. */
async function moveDeclined(tx: Db, orderId: string, amount: Cents): Promise<Cents> {
  let left = amount;
  const declined = await tx
    .select()
    .from(refunds)
    .where(isDeclined(orderId))
    .orderBy(refunds.createdAt, refunds.id);
  for (const row of declined) {
    const given = Math.max(0, Math.min(row.amount, row.ofCredit + left));
    left -= given - row.ofCredit;
    await tx.update(refunds).set({ ofCredit: given }).where(eq(refunds.id, row.id));
  }
  return left;
}

/** The overpaid sum that no rule gives back. */
export const freeCreditOf = async (tx: Db, orderId: string): Promise<Cents> =>
  (await overpaidOf(tx, orderId)) - (await pendingOf(tx, orderId, "rule"));

/** The money beyond all instalments that is still with us, and the part of it that is kept as credit. */
async function overOf(tx: Db, orderId: string): Promise<{ over: Cents; kept: Cents }> {
  const rows = await tx
    .select({ over: stillOver, keepsOver: payments.keepsOver })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "succeeded"), sql`${payments.over} > 0`));
  const sum = (some: typeof rows) => sumOf(some.map(({ over }) => ({ amount: Number(over) })));
  return { over: sum(rows), kept: sum(rows.filter(({ keepsOver }) => keepsOver)) };
}

/** SQL: what of a payment's excess hasn't gone back yet, by the refunds that meet `condition`. */
const stillOverText = (condition = ""): string => `least(payments.over, payments.amount - (
  select coalesce(sum(refund_parts.amount), 0) from refund_parts
  join refunds on refunds.id = refund_parts.refund_id
  where refund_parts.payment_id = payments.id and ${isOneOf("refunds.status", decidedRefundStatuses)} ${condition}
    and (refund_parts.paid_at is not null or refund_parts.begun_at is not null and refund_parts.failure is null)
))`;
const stillOver = sql<string>`${sql.raw(stillOverText())}`;

/** Lowers an order's excess by what later instalments have used of it, the earliest payment first. */
export async function spendCredit(tx: Db, orderId: string): Promise<void> {
  const { over } = await overOf(tx, orderId);
  if (over === 0) return;
  const beyond = (await overpaidOf(tx, orderId)) - (await onTheWayOf(tx, orderId));
  let used = over - Math.max(0, beyond);
  if (used <= 0) return;
  const rows = await tx
    .select({ id: payments.id, over: stillOver })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "succeeded"), sql`${payments.over} > 0`))
    .orderBy(payments.createdAt, payments.id);
  for (const { id, over: amount } of rows) {
    const share = Math.min(used, Number(amount));
    used -= share;
    await tx
      .update(payments)
      .set({ over: Number(amount) - share })
      .where(eq(payments.id, id));
  }
}

/**
 * The money of an order's renter with us beyond all instalments, without the refunds by hand that are on their way: those
 * take overpaid money first.
 */
export async function creditOf(tx: Db, orderId: string): Promise<Cents> {
  const standing = await standingInstalments(tx, orderId);
  const { credit } = ruledRefund(await refundPositionOf(tx, orderId, standing), sumOf(standing), false);
  return Math.max(0, credit - (await pendingOf(tx, orderId, "hand")));
}

/** The part of a credit that can be given back now: none as long as a bank has not decided about as much. */
export async function returnableOf(tx: Db, orderId: string): Promise<Cents> {
  const standing = await standingInstalments(tx, orderId);
  const position = await refundPositionOf(tx, orderId, standing, { countsByHand: true });
  return ruledRefund({ ...position, kept: 0 }, sumOf(standing), false).refund;
}

/** Ends an order's credit: what is too much is given back with the next count. */
export const releaseCredit = (tx: Db, orderId: string): Promise<unknown> =>
  tx
    .update(payments)
    .set({ keepsOver: false })
    .where(and(eq(payments.orderId, orderId), eq(payments.keepsOver, true)));

/** Makes manual refunds that have not left us count towards what rules give back. */
export const countPendingByHand = (tx: Db, orderId: string): Promise<unknown> =>
  tx
    .update(refunds)
    .set({ counts: true })
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.origin, "hand"),
        eq(refunds.counts, false),
        inArray(refunds.status, [...openRefundStatuses]),
      ),
    );

/**
 * Forgets the refunds by rule that somebody declined, because they were of another price or status: returns their
 * sum, which nobody has decided to give back.
 */
export async function forgetDeclined(tx: Db, orderId: string): Promise<Cents> {
  const declined = await declinedOf(tx, orderId);
  await tx.update(refunds).set({ counts: false }).where(isDeclined(orderId));
  return declined;
}

/** Goodwill that has left us and counts towards nothing yet. */
export const goodwillOf = (tx: Db, orderId: string): Promise<Cents> => refundsAccount(tx, orderId);

/** Goodwill that counts towards what rules give back. */
const countedGoodwillOf = async (tx: Db, orderId: string): Promise<Cents> =>
  -(await refundsAccount(tx, orderId, "reversal"));

async function refundsAccount(tx: Db, orderId: string, kind?: "reversal"): Promise<Cents> {
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerEntries.orderId, orderId),
        eq(ledgerEntries.account, "refunds"),
        kind && eq(ledgerTransactions.kind, kind),
      ),
    );
  return Number(sum?.amount ?? 0);
}

/** Makes exactly this much goodwill count towards what rules give back. */
export async function countGoodwill(
  clock: Clock,
  tx: Db,
  { orderId, actor, counted }: { orderId: string; actor: string; counted: Cents },
): Promise<void> {
  const amount = counted - (await countedGoodwillOf(tx, orderId));
  if (amount === 0) return;
  await post(clock, tx, {
    key: `goodwill:${crypto.randomUUID()}`,
    kind: "reversal",
    orderId,
    actor,
    entries: [
      { account: "renter", amount },
      { account: "refunds", amount: -amount },
    ],
  });
  await settle(tx, orderId);
}
