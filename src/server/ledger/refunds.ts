import { and, eq, inArray, sql } from "drizzle-orm";
import { refundEntries } from "#domain/payments/ledger.ts";
import type { Cents } from "#domain/money.ts";
import type { Db } from "#server/db/open-database.ts";
import {
  ledgerEntries,
  ledgerTransactions,
  payments,
  refundParts,
  refunds,
} from "#server/db/schema/money/payments.ts";
import { sumOf } from "#domain/payments/instalments.ts";
import { type Services, today } from "#server/services.ts";
import { heldOf } from "./chargebacks.ts";
import { receivedOf } from "./instalments.ts";
import { post } from "./post.ts";
import { askRefundedTwice } from "./refunded-twice.ts";
import {
  isBegunRefund,
  onTheWayOf,
  pendingOf,
  type RefundRow,
  refundable,
  standingInstalments,
} from "./queries.ts";

type Clock = Pick<Services, "now">;
type NewRefund = typeof refunds.$inferInsert;

/** What a renter has paid beyond everything that the order asks for; below zero what is still to be paid. */
export async function overpaidOf(tx: Db, orderId: string): Promise<Cents> {
  const standing = await standingInstalments(tx, orderId);
  return (await receivedOf(tx, orderId, standing)) - sumOf(standing);
}

/**
 * What is paid too much, without what a bank may yet take back, and what a cancellation counts of refunds by hand that
 * were asked before it: as much of it is to be given back by rule.
 */
const toGiveBack = async (tx: Db, orderId: string): Promise<Cents> =>
  (await overpaidOf(tx, orderId)) -
  (await heldOf(tx, orderId)) -
  (await pendingOf(tx, orderId, "hand", isAskedBeforeKept));

/** Goodwill that is on its way counts like goodwill that was given; what is asked for after a cancellation is beyond it. */
const isAskedBeforeKept = sql`${refunds.createdAt} <= (select max(created_at) from instalments
  where order_id = ${refunds.orderId} and dropped_at is null and lines @> '[{"kind": "kept"}]')`;

/**
 * Writes a refund that takes its sum from what was paid, the newest payment first. The caller has the order's
 * lock, and has looked that as much was paid.
 */
export async function writeRefund(clock: Clock, tx: Db, wanted: NewRefund): Promise<RefundRow> {
  const [written] = await tx
    .insert(refunds)
    .values({ ...wanted, createdAt: new Date(clock.now()) })
    .returning();
  if (!written) throw new Error("No refund was written");
  let rest = wanted.amount;
  const parts = [];
  for (const { payment, left } of await refundable(tx, wanted.orderId)) {
    const amount = Math.min(rest, left);
    if (amount > 0) parts.push({ refundId: written.id, paymentId: payment.id, amount });
    rest -= amount;
  }
  if (rest > 0) throw new Error("A refund gives back more than was paid");
  await tx.insert(refundParts).values(parts);
  return written;
}

/**
 * Writes into the ledger that parts of a refund were given back: those of the payments named. What was too much
 * comes off the renter's account, anything beyond is our loss; of what a rule gives back everything does, so that what
 * an order asks for again meanwhile, or a bank has taken as well, is owed again. Answers whether all of it is given back
 * now. The caller has the order's lock.
 */
export async function giveBack(
  clock: Clock,
  tx: Db,
  refund: RefundRow,
  { by, parts: given, reference = "" }: { by: string; parts: string[]; reference?: string | undefined },
): Promise<boolean> {
  const at = new Date(clock.now());
  const left = await tx
    .select({ part: refundParts, mode: payments.mode })
    .from(refundParts)
    .innerJoin(payments, eq(payments.id, refundParts.paymentId))
    .where(and(eq(refundParts.refundId, refund.id), sql`${refundParts.paidAt} is null`));
  const parts = left.filter(({ part }) => given.includes(part.paymentId));
  let ofCredit = refund.ofCredit;
  for (const { part, mode } of parts) {
    const most = refund.origin === "rule" ? part.amount : await freeCreditOf(tx, refund.orderId);
    const fromCredit = Math.max(0, Math.min(part.amount, most));
    ofCredit += fromCredit;
    await post(clock, tx, {
      key: `refund:${refund.id}:${part.paymentId}`,
      kind: "refund",
      orderId: refund.orderId,
      cause: { refundId: refund.id, paymentId: part.paymentId },
      actor: by,
      // What a provider could not give back was given by hand.
      entries: refundEntries(mode === "built_in" || part.failure ? "cash" : "provider_clearing", {
        ofCredit: fromCredit,
        ofGoodwill: part.amount - fromCredit,
      }),
    });
  }
  await tx
    .update(refundParts)
    .set({ paidAt: at })
    .where(and(eq(refundParts.refundId, refund.id), inArray(refundParts.paymentId, given)));
  const isWhole = parts.length === left.length;
  await tx
    .update(refunds)
    .set({
      ofCredit,
      ...(isWhole && { status: "paid", paidAt: at, paidOn: today(clock) }),
      ...(reference && { reference }),
    })
    .where(eq(refunds.id, refund.id));
  await askRefundedTwice(clock, tx, refund.orderId);
  return isWhole;
}

/** What is paid too much and no rule gives back. */
const freeCreditOf = async (tx: Db, orderId: string): Promise<Cents> =>
  (await overpaidOf(tx, orderId)) - (await pendingOf(tx, orderId, "rule"));

/**
 * After a cancellation: what was given back as goodwill before counts towards what the renter gets back now;
 * the rest is to be given back, by nobody's decision.
 */
export async function refundOverpaid(
  clock: Clock,
  tx: Db,
  orderId: string,
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  const counted = Math.min(await overpaidOf(tx, orderId), await goodwillOf(tx, orderId));
  if (counted > 0) await countGoodwill(clock, tx, { orderId, actor, amount: counted });
  await recountRefunds(clock, tx, orderId, { actor, reason });
}

/** Writes that what is paid too much is to be given back, as far as something is left to give back. */
async function writeRuled(
  clock: Clock,
  tx: Db,
  { orderId, actor, reason, onTheWay }: { orderId: string; actor: string; reason: string; onTheWay: Cents },
): Promise<void> {
  const left = sumOf((await refundable(tx, orderId)).map(({ left: amount }) => ({ amount })));
  const amount = Math.min((await toGiveBack(tx, orderId)) - onTheWay, left);
  if (amount <= 0) return;
  await writeRefund(clock, tx, {
    id: crypto.randomUUID(),
    orderId,
    status: "approved",
    amount,
    origin: "rule",
    reason,
    proposedBy: actor,
  });
}

/**
 * What rules give back is counted anew, after whatever changes what an order asks for or what has come in: a change
 * of the price, a charge, a bank's decision. What a provider has been asked to give back is on its way, and stays.
 */
export async function recountRefunds(
  clock: Clock,
  tx: Db,
  orderId: string,
  { actor, reason }: { actor: string; reason?: string },
): Promise<void> {
  const open = await tx
    .select({ amount: refunds.amount, reason: refunds.reason })
    .from(refunds)
    .where(isOpenByRule(orderId));
  const onTheWay = await onTheWayOf(tx, orderId);
  const wanted = Math.max(0, (await toGiveBack(tx, orderId)) - onTheWay);
  if (sumOf(open) === wanted) return;
  await withdrawOpen(clock, tx, orderId, actor);
  await writeRuled(clock, tx, { orderId, actor, reason: reason ?? open[0]?.reason ?? "overpaid", onTheWay });
}

/** When a cancelled order lives again: what its cancellation gave back, and has not yet left us, stays. */
export async function withdrawRefunds(clock: Clock, tx: Db, orderId: string, actor: string): Promise<void> {
  await withdrawOpen(clock, tx, orderId, actor);
  const counted = -(await refundsAccount(tx, orderId, "reversal"));
  if (counted > 0) await countGoodwill(clock, tx, { orderId, actor, amount: -counted });
}

/** What a rule gives back and nobody has begun to: what a provider has been asked for is on its way. */
const isOpenByRule = (orderId: string) =>
  and(
    eq(refunds.orderId, orderId),
    eq(refunds.origin, "rule"),
    eq(refunds.status, "approved"),
    sql`not ${isBegunRefund}`,
  );

const withdrawOpen = (clock: Clock, tx: Db, orderId: string, actor: string): Promise<unknown> =>
  tx
    .update(refunds)
    .set({ status: "withdrawn", decidedBy: actor, decidedAt: new Date(clock.now()) })
    .where(isOpenByRule(orderId));

/** Goodwill that has left us and counts towards nothing yet. */
export const goodwillOf = (tx: Db, orderId: string): Promise<Cents> => refundsAccount(tx, orderId);

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

const countGoodwill = (
  clock: Clock,
  tx: Db,
  { orderId, actor, amount }: { orderId: string; actor: string; amount: Cents },
): Promise<boolean> =>
  post(clock, tx, {
    key: `goodwill:${crypto.randomUUID()}`,
    kind: "reversal",
    orderId,
    actor,
    entries: [
      { account: "renter", amount },
      { account: "refunds", amount: -amount },
    ],
  });
