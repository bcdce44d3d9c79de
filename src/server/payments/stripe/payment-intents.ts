import { Stripe } from "stripe";
import type { PaymentOutcome } from "#server/payments/provider.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";
import { failureOf, outcomeOfIntent } from "./intent-outcome.ts";
import { findSession, outcomeOfSession } from "./sessions.ts";

const expand = ["payment_method"];

/** Charges the saved method, while its owner is away. */
export async function chargeSaved(
  stripe: Stripe,
  payment: PaymentRow,
  orderNumber: string,
): Promise<PaymentOutcome> {
  const { id, orderId, amount, customerRef, methodRef, instalmentId } = payment;
  if (!customerRef || !methodRef) throw new Error("There is nothing to charge");
  try {
    return outcomeOfIntent(
      await stripe.paymentIntents.create(
        {
          amount,
          currency: "usd",
          customer: customerRef,
          payment_method: methodRef,
          allowed_payment_method_types: ["card"],
          off_session: true,
          confirm: true,
          description: `Car rental, order ${orderNumber}`,
          metadata: {
            order_id: orderId,
            payment_id: id,
            ...(instalmentId && { instalment_id: instalmentId }),
          },
          expand,
        },
        { idempotencyKey: `charge:${id}` },
      ),
    );
  } catch (error) {
    const refused = refusedWith(error);
    if (refused) return refused;
    throw error;
  }
}

/** A decline, or a request that can't be met, such as a method that is gone: nothing was charged. */
function refusedWith(error: unknown): PaymentOutcome | undefined {
  const isDecline = error instanceof Stripe.errors.StripeCardError;
  if (!isDecline && !(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  return {
    status: "failed",
    providerRef: error.payment_intent?.id,
    failure: failureOf(error) ?? "declined",
  };
}

/** The state of a payment, looked up by the most exact id that we have. */
export async function lookUpPayment(stripe: Stripe, payment: PaymentRow): Promise<PaymentOutcome> {
  if (payment.sessionRef) return outcomeOfSession(await findSession(stripe, payment.sessionRef));
  if (payment.providerRef)
    return outcomeOfIntent(await stripe.paymentIntents.retrieve(payment.providerRef, { expand }));
  const found = await intentOf(stripe, payment);
  return found ? outcomeOfIntent(found) : { status: "unknown" };
}

/** Finds a charge whose answer never came, among the customer's charges since then. */
async function intentOf(stripe: Stripe, payment: PaymentRow): Promise<Stripe.PaymentIntent | undefined> {
  const { customerRef: customer, createdAt, id } = payment;
  if (!customer) return undefined;
  const since = Math.floor(createdAt.getTime() / 1000) - 600;
  const listed = stripe.paymentIntents.list({
    customer,
    created: { gte: since },
    limit: 100,
    expand: ["data.payment_method"],
  });
  for await (const intent of listed) if (intent.metadata.payment_id === id) return intent;
  return undefined;
}
