import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { lastGivenOn } from "#domain/payments/refund-parts.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { openRefundStatuses } from "#domain/payments/payments.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { refundParts, refunds } from "#server/db/schema/money/payments.ts";
import type { ChargebackRow } from "#server/ledger/chargebacks.ts";
import { partsOfRefund, type RefundPartRow } from "#server/ledger/refund-parts.ts";
import type { RefundRow } from "#server/ledger/queries.ts";
import type { Services } from "#server/services.ts";
import { refundEmail } from "#server/payments/emails.ts";

type TakenBackPayment = Pick<ChargebackRow, "paymentId"> & { actor?: string };

/**
 * Withdraws the open refunds of a payment that never came, or that the bank has given back, also if the provider
 * has refused them. A refund on its way stays, and so do the parts of other payments in the same refund.
 */
export async function withdrawRefundsOf(
  services: Services,
  tx: Db,
  order: OrderRow,
  { paymentId, actor = "system" }: TakenBackPayment,
): Promise<void> {
  const idle = await tx
    .select({ refund: refunds, amount: refundParts.amount })
    .from(refundParts)
    .innerJoin(refunds, eq(refunds.id, refundParts.refundId))
    .where(
      and(
        eq(refunds.orderId, order.id),
        inArray(refunds.status, [...openRefundStatuses]),
        eq(refundParts.paymentId, paymentId),
        isNull(refundParts.paidAt),
        sql`(${refundParts.begunAt} is null or ${refundParts.failure} is not null)`,
      ),
    );
  for (const { refund, amount } of idle) {
    const others = (await partsOfRefund(tx, refund.id)).filter((part) => part.paymentId !== paymentId);
    if (others.length > 0) await dropPart(services, tx, order, { refund, paymentId, amount, others });
    else
      await tx
        .update(refunds)
        .set({ status: "withdrawn", decidedBy: actor, decidedAt: new Date(services.now()) })
        .where(eq(refunds.id, refund.id));
    await audit(tx, {
      actor,
      entity: "order",
      entityId: order.id,
      action: "refund_withdrawn",
      after: { amount: wireMoney(amount), status: "withdrawn" },
    });
  }
}

type DroppedRefundPart = {
  refund: RefundRow;
  paymentId: string;
  amount: Cents;
  others: readonly RefundPartRow[];
};

/** Leaves a refund to its other payments, which may have given it back in full already. */
async function dropPart(
  services: Services,
  tx: Db,
  order: OrderRow,
  { refund, paymentId, amount, others }: DroppedRefundPart,
): Promise<void> {
  await tx
    .delete(refundParts)
    .where(and(eq(refundParts.refundId, refund.id), eq(refundParts.paymentId, paymentId)));
  const isWhole = others.every(({ isPaid }) => isPaid);
  const [smaller] = await tx
    .update(refunds)
    .set({
      amount: refund.amount - amount,
      ...(isWhole && { status: "paid", paidAt: new Date(services.now()), paidOn: lastGivenOn(others) }),
    })
    .where(eq(refunds.id, refund.id))
    .returning();
  if (smaller?.status === "paid")
    await services.outbox.post(tx, [refundEmail(services.config, order, smaller)]);
}
