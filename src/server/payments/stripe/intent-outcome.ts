import type { Stripe } from "stripe";
import type { PaymentOutcome } from "#server/payments/provider.ts";

/** The state of a payment. The answer must contain its method ("expand"), for its name. */
export function outcomeOfIntent(intent: Stripe.PaymentIntent): PaymentOutcome {
  if (intent.status === "succeeded") return succeeded(intent);
  if (intent.status === "processing") return { status: "processing" };
  const failure = failureOf(intent.last_payment_error) ?? "authentication_required";
  return {
    status: "failed",
    providerRef: intent.id,
    failure: intent.status === "canceled" ? "cancelled" : failure,
  };
}

function succeeded(intent: Stripe.PaymentIntent): PaymentOutcome {
  const method = typeof intent.payment_method === "string" ? undefined : intent.payment_method;
  const customerRef = typeof intent.customer === "string" ? intent.customer : intent.customer?.id;
  const label = labelOf(method);
  return {
    status: "succeeded",
    providerRef: intent.id,
    amount: intent.amount_received,
    currency: intent.currency,
    method: label,
    saved:
      method && customerRef && intent.setup_future_usage === "off_session"
        ? { customerRef, methodRef: method.id, label }
        : undefined,
  };
}

/** Why, in one of the provider's own words. */
export const failureOf = (
  error: { code?: string | undefined; decline_code?: string | undefined } | null | undefined,
): string | undefined => error?.decline_code ?? error?.code ?? undefined;

const names: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  jcb: "JCB",
  diners: "Diners Club",
  unionpay: "UnionPay",
};

function labelOf(method: Stripe.PaymentMethod | null | undefined): string {
  const card = method?.card;
  if (!card) return "Stripe";
  return `${Object.hasOwn(names, card.brand) ? names[card.brand] : "Card"} •••• ${card.last4}`;
}
