import { and, eq, inArray, sql } from "drizzle-orm";
import type { Cents } from "#domain/money.ts";
import { sumOf } from "#domain/payments/instalments.ts";
import { refundEntries } from "#domain/payments/ledger.ts";
import { ruledRefund } from "#domain/payments/overpaid.ts";
import type { Db } from "#server/db/open-database.ts";
import {
  ledgerEntries,
  ledgerTransactions,
  payments,
  refundParts,
  refunds,
} from "#server/db/schema/money/payments.ts";
import { type Services, today } from "#server/services.ts";
import { countGoodwill, countPending, overpaidOf, refundPositionOf, spendCredit } from "./overpaid.ts";
import { settle } from "./instalments.ts";
import { post } from "./post.ts";
import { askRefundedTwice } from "./refunded-twice.ts";
import { isOpenByRule, pendingOf, type RefundRow, refundable, standingInstalments } from "./queries.ts";

type Clock = Pick<Services, "now">;
type NewRefund = typeof refunds.$inferInsert;

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
    const times = await tx.$count(
      ledgerTransactions,
      and(
        eq(ledgerTransactions.orderId, refund.orderId),
        eq(ledgerTransactions.refundId, refund.id),
        eq(ledgerTransactions.paymentId, part.paymentId),
      ),
    );
    await post(clock, tx, {
      // What has bounced is given back once more.
      key: `refund:${refund.id}:${part.paymentId}${times > 0 ? `:${times}` : ""}`,
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
  await spendCredit(tx, refund.orderId);
  return isWhole;
}

/**
 * Turns round in the ledger what part of a refund gave back: it has come back to us, and is still to be given. The
 * caller has the order's lock.
 */
export async function takeBackRefund(
  clock: Clock,
  tx: Db,
  refund: RefundRow,
  paymentId: string,
): Promise<void> {
  const key = `refund:${refund.id}:${paymentId}`;
  const written = await tx
    .select({ account: ledgerEntries.account, amount: sql<string>`sum(${ledgerEntries.amount})` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerTransactions.orderId, refund.orderId),
        eq(ledgerTransactions.refundId, refund.id),
        eq(ledgerTransactions.paymentId, paymentId),
      ),
    )
    .groupBy(ledgerEntries.account);
  const entries = written
    .map(({ account, amount }) => ({ account, amount: -Number(amount) }))
    .filter(({ amount }) => amount !== 0);
  const ofCredit = -(entries.find(({ account }) => account === "renter")?.amount ?? 0);
  const times = await tx.$count(
    ledgerTransactions,
    and(eq(ledgerTransactions.orderId, refund.orderId), eq(ledgerTransactions.refundId, refund.id)),
  );
  await post(clock, tx, {
    key: `${key}:bounced:${times}`,
    kind: "refund",
    orderId: refund.orderId,
    cause: { refundId: refund.id, paymentId },
    actor: "system",
    entries,
  });
  await tx
    .update(refundParts)
    .set({ paidAt: null })
    .where(and(eq(refundParts.refundId, refund.id), eq(refundParts.paymentId, paymentId)));
  await tx
    .update(refunds)
    .set({
      status: "approved",
      paidAt: null,
      paidOn: null,
      ofCredit: Math.max(0, refund.ofCredit - ofCredit),
    })
    .where(eq(refunds.id, refund.id));
  await settle(tx, refund.orderId);
}

/** What is paid too much and no rule gives back. */
const freeCreditOf = async (tx: Db, orderId: string): Promise<Cents> =>
  (await overpaidOf(tx, orderId)) - (await pendingOf(tx, orderId, "rule"));

/**
 * What rules give back is counted anew, after whatever changes what an order asks for or what has come in: a charge, a
 * late payment, a bank's decision. What a provider has been asked to give back is on its way, and stays. With `counts`,
 * after a changed price or a cancellation, what was given back as goodwill before counts towards it.
 */
export async function recountRefunds(
  clock: Clock,
  tx: Db,
  orderId: string,
  { actor, reason, counts = false }: { actor: string; reason?: string; counts?: boolean },
): Promise<void> {
  if (counts) await countPending(tx, orderId);
  await spendCredit(tx, orderId);
  const standing = await standingInstalments(tx, orderId);
  const position = await refundPositionOf(tx, orderId, standing);
  const { counted, refund } = ruledRefund(position, sumOf(standing), counts);
  await countGoodwill(clock, tx, { orderId, actor, counted });
  const open = await tx
    .select({ amount: refunds.amount, reason: refunds.reason })
    .from(refunds)
    .where(isOpenByRule(orderId));
  if (sumOf(open) === refund) return;
  await withdrawOpen(clock, tx, orderId, actor);
  if (refund > 0)
    await writeRefund(clock, tx, {
      id: crypto.randomUUID(),
      orderId,
      status: "approved",
      amount: refund,
      origin: "rule",
      reason: reason ?? open[0]?.reason ?? "overpaid",
      proposedBy: actor,
    });
}

/** When a cancelled order lives again: what its cancellation gave back, and has not yet left us, stays. */
export async function withdrawRefunds(clock: Clock, tx: Db, orderId: string, actor: string): Promise<void> {
  await withdrawOpen(clock, tx, orderId, actor);
  await countGoodwill(clock, tx, { orderId, actor, counted: 0 });
}

const withdrawOpen = (clock: Clock, tx: Db, orderId: string, actor: string): Promise<unknown> =>
  tx
    .update(refunds)
    .set({ status: "withdrawn", decidedBy: actor, decidedAt: new Date(clock.now()) })
    .where(isOpenByRule(orderId));
