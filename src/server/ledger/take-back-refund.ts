import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { ledgerEntries, ledgerTransactions, refundParts, refunds } from "#server/db/schema/money/payments.ts";
import type { Services } from "#server/services.ts";
import { postHostShare } from "./host-share.ts";
import { settle } from "./instalments.ts";
import { keepByHand } from "./overpaid.ts";
import { post } from "./post.ts";
import type { RefundRow } from "./queries.ts";

type Clock = Pick<Services, "now">;

/**
 * Reverses in the ledger a part of a refund that has come back to us: it is still to be given back. The caller has
 * the order's lock.
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
  if (refund.origin === "hand") await keepByHand(tx, { orderId: refund.orderId, paymentId }, ofCredit);
  await settle(tx, refund.orderId);
  await postHostShare(clock, tx, refund.orderId);
}
