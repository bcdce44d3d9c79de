import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Cents, wireMoney } from "#domain/money.ts";
import { openRefundStatuses } from "#domain/payments/payments.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { refundParts, refunds } from "#server/db/schema/money/payments.ts";
import type { ChargebackRow } from "#server/ledger/chargebacks.ts";
import { hasRefundBegun, type RefundRow } from "#server/ledger/queries.ts";
import { type Services, today } from "#server/services.ts";
import { refundEmail } from "#server/payments/emails.ts";

type TakenBackPayment = Pick<ChargebackRow, "paymentId"> & { actor?: string };

/**
 * What was to be given back of a payment that the bank has given back, also where the provider has refused to, or that
 * never came: nobody gives it back any more. What is on its way stays so, and what other payments of the same refund have given back.
 */
export async function withdrawRefundsOf(
  services: Services,
  tx: Db,
  order: OrderRow,
  { paymentId, actor = "system" }: TakenBackPayment,
): Promise<void> {
  const idle = await tx
    .select({
      refund: refunds,
      amount: refundParts.amount,
      hasLeft: sql<boolean>`${hasRefundBegun}`,
    })
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
  for (const { refund, amount, hasLeft } of idle) {
    if (hasLeft) await dropPart(services, tx, order, { refund, paymentId, amount });
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
      after: { amount: wireMoney(hasLeft ? amount : refund.amount), status: "withdrawn" },
    });
  }
}

/** Makes a refund one of its other payments alone, which may have given it back whole already. */
async function dropPart(
  services: Services,
  tx: Db,
  order: OrderRow,
  { refund, paymentId, amount }: { refund: RefundRow; paymentId: string; amount: Cents },
): Promise<void> {
  await tx
    .delete(refundParts)
    .where(and(eq(refundParts.refundId, refund.id), eq(refundParts.paymentId, paymentId)));
  const left = await tx.$count(
    refundParts,
    and(eq(refundParts.refundId, refund.id), isNull(refundParts.paidAt)),
  );
  const [smaller] = await tx
    .update(refunds)
    .set({
      amount: refund.amount - amount,
      ...(left === 0 && { status: "paid", paidAt: new Date(services.now()), paidOn: today(services) }),
    })
    .where(eq(refunds.id, refund.id))
    .returning();
  if (smaller?.status === "paid")
    await services.outbox.post(tx, [refundEmail(services.config, order, smaller)]);
}
