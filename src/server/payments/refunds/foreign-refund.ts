import { and, eq } from "drizzle-orm";
import { wireMoney } from "#domain/money.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments, refundParts, refunds } from "#server/db/schema/money/payments.ts";
import { withRetries } from "#server/db/retries.ts";
import type { OrderRow } from "#server/ledger/instalments.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { isOpenByRule, type PaymentRow, refundable } from "#server/ledger/queries.ts";
import { giveBack, recountRefunds } from "#server/ledger/refunds.ts";
import { announcePayment } from "#server/payments/announce-payment.ts";
import { refundEmail } from "#server/payments/emails.ts";
import { type Finding, Mismatch, type Provider } from "#server/payments/provider.ts";
import type { Services } from "#server/services.ts";
import { foreignRefundEmail } from "#server/payments/admin-emails.ts";
import { settleRefund } from "./give-back-by-provider.ts";
import { withdrawRefundsOf } from "./withdraw-refunds.ts";

type ForeignRefund = Extract<Finding, { of: "foreign_refund" }>;

/**
 * Writes a refund that was made on the provider's own screens into the books: once, however often it is reported. It
 * gives back a surplus first, and the rest is our loss; open refunds of the same payment are recomputed. Returns the
 * payment's order; undefined if the payment isn't ours.
 */
export async function bookForeignRefund(
  services: Services,
  { name }: Pick<Provider, "name">,
  { paymentRef, outcome }: ForeignRefund,
): Promise<string | undefined> {
  const { db } = services.database;
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.mode, name), eq(payments.providerRef, paymentRef)));
  if (!payment || outcome.status === "unknown" || !outcome.providerRef) return undefined;
  const refundRef = outcome.providerRef;
  const known = await findPart(db, payment.id, refundRef);
  if (known) {
    await settleRefund(services, { ...known, orderId: payment.orderId }, outcome);
    return payment.orderId;
  }
  // Nothing has moved yet, or the refund has failed.
  if (outcome.status !== "succeeded") return payment.orderId;
  if (outcome.currency !== "usd") throw new Mismatch("amount_differs");
  await withRetries(() =>
    services.database.transaction((tx) =>
      book(services, tx, { payment, refundRef, amount: outcome.amount, mode: name }),
    ),
  );
  return payment.orderId;
}

async function findPart(
  db: Db,
  paymentId: string,
  providerRef: string,
): Promise<{ refundId: string; paymentId: string } | undefined> {
  const [part] = await db
    .select({ refundId: refundParts.refundId, paymentId: refundParts.paymentId })
    .from(refundParts)
    .where(and(eq(refundParts.paymentId, paymentId), eq(refundParts.providerRef, providerRef)));
  return part;
}

type RefundBooking = { payment: PaymentRow; refundRef: string; amount: number; mode: Provider["name"] };

async function book(
  services: Services,
  tx: Db,
  { payment, refundRef, amount, mode }: RefundBooking,
): Promise<void> {
  const { orderId, id: paymentId } = payment;
  const order = await lockOrder(tx, orderId);
  if (await findPart(tx, paymentId, refundRef)) return;
  const at = new Date(services.now());
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: crypto.randomUUID(),
      orderId,
      status: "approved",
      amount,
      origin: "provider",
      reason: "provider",
      reference: refundRef,
      proposedBy: "system",
      createdAt: at,
    })
    .returning();
  if (!refund) throw new Error("No refund was written");
  await tx
    .insert(refundParts)
    .values({ refundId: refund.id, paymentId, amount, providerRef: refundRef, begunAt: at });
  await withdrawUnpayable(services, tx, order, payment);
  await giveBack(services, tx, refund, { by: "system", parts: [paymentId] });
  await recountRefunds(services, tx, orderId, { actor: "system" });
  await audit(tx, {
    actor: "system",
    entity: "order",
    entityId: orderId,
    action: "refund_by_provider",
    after: { amount: wireMoney(amount), reference: refundRef },
  });
  await announcePayment(tx, order);
  await services.outbox.post(tx, [
    foreignRefundEmail(services.config, order, { amount, mode }),
    refundEmail(services.config, order, refund),
  ]);
}

/** Refunds by rule are recomputed; other refunds of the payment are withdrawn if their money is gone. */
async function withdrawUnpayable(
  services: Services,
  tx: Db,
  order: OrderRow,
  { id }: PaymentRow,
): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: "withdrawn", decidedBy: "system", decidedAt: new Date(services.now()) })
    .where(isOpenByRule(order.id));
  const left = (await refundable(tx, order.id)).find(({ payment }) => payment.id === id);
  if (left && left.rest < 0) await withdrawRefundsOf(services, tx, order, { paymentId: id });
}
