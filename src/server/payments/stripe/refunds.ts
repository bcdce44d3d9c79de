import { Stripe } from "stripe";
import type { RefundOutcome, RefundWanted } from "#server/payments/provider.ts";

/** Gives back part of a payment, in the way that it came. A refund that may exist already is looked for first. */
export async function refundPayment(stripe: Stripe, wanted: RefundWanted): Promise<RefundOutcome> {
  const { refundId, orderId, payment, amount, providerRef } = wanted;
  if (!payment.providerRef) return { status: "failed", failure: "no_payment" };
  if (providerRef) return outcomeOfRefund(await stripe.refunds.retrieve(providerRef));
  const known = wanted.isRepeated ? await findRefund(stripe, payment.providerRef, refundId) : undefined;
  if (known) return outcomeOfRefund(known);
  try {
    return outcomeOfRefund(
      await stripe.refunds.create(
        {
          payment_intent: payment.providerRef,
          amount,
          metadata: { order_id: orderId, payment_id: payment.id, refund_id: refundId },
        },
        { idempotencyKey: `refund:${refundId}:${payment.id}` },
      ),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return { status: "failed", failure: error.code ?? "refused" };
    throw error;
  }
}

async function findRefund(stripe: Stripe, intent: string, refundId: string) {
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 }))
    if (refund.metadata?.refund_id === refundId) return refund;
  return undefined;
}

export function outcomeOfRefund({
  id,
  status,
  amount,
  currency,
  failure_reason,
}: Stripe.Refund): RefundOutcome {
  if (status === "failed" || status === "canceled")
    return { status: "failed", providerRef: id, failure: failure_reason ?? status };
  return { status: status === "succeeded" ? "succeeded" : "processing", providerRef: id, amount, currency };
}
