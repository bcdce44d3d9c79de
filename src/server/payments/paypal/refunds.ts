import { PaymentsController, type Refund, RefundStatus } from "@paypal/paypal-server-sdk";
import { wireMoney } from "#domain/money.ts";
import type { RefundOutcome, RefundWanted } from "#server/payments/provider.ts";
import { type Paypal, refusalOf } from "./client.ts";
import { centsOf, currencyOf } from "./order-outcome.ts";

const prefer = "return=representation";

/** Gives back part of a payment, to the account that paid. A repeated request with its key is the same refund. */
export async function refundPayment(paypal: Paypal, wanted: RefundWanted): Promise<RefundOutcome> {
  const { refundId, orderId, payment, amount, providerRef } = wanted;
  if (!payment.providerRef) return { status: "failed", failure: "no_payment" };
  if (providerRef) return outcomeOfRefund(await findRefund(paypal, providerRef));
  try {
    const { result } = await new PaymentsController(paypal.client).refundCapturedPayment({
      captureId: payment.providerRef,
      paypalRequestId: `refund:${refundId}:${payment.id}`,
      prefer,
      body: {
        amount: { currencyCode: "USD", value: wireMoney(amount) },
        customId: `${orderId}:${payment.id}:${refundId}`,
      },
    });
    return outcomeOfRefund(result);
  } catch (error) {
    const failure = refusalOf(error);
    if (failure) return { status: "failed", failure };
    throw error;
  }
}

export const findRefund = async ({ client }: Paypal, refundId: string): Promise<Refund> =>
  (await new PaymentsController(client).getRefund({ refundId })).result;

export function outcomeOfRefund({ id = "", status, amount }: Refund): RefundOutcome {
  if (status === RefundStatus.Failed || status === RefundStatus.Cancelled)
    return { status: "failed", providerRef: id, failure: status.toLowerCase() };
  return {
    status: status === RefundStatus.Completed ? "succeeded" : "processing",
    providerRef: id,
    amount: centsOf(amount),
    currency: currencyOf(amount),
  };
}
