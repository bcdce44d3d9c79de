import { Stripe } from "stripe";
import { brand } from "#domain/brand.ts";
import type { PaymentOutcome, SessionWanted } from "#server/payments/provider.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";
import { outcomeOfIntent } from "./intent-outcome.ts";

const words = {
  en: (number: string) => `Car rental, order ${number}`,
  zh: (number: string) => `租车订单 ${number}`,
};

/** A page of hosted Checkout: cards, saved for what falls due later. */
export async function beginSession(
  stripe: Stripe,
  wanted: SessionWanted,
): Promise<{ sessionRef: string; url: string } | undefined> {
  try {
    const { id, url } = await createSession(stripe, wanted);
    return url ? { sessionRef: id, url } : undefined;
  } catch (error) {
    // The session was asked for before with another return address, so its page was never shown to anybody.
    if (error instanceof Stripe.errors.StripeIdempotencyError) return undefined;
    throw error;
  }
}

function createSession(
  stripe: Stripe,
  { payment, orderNumber, email, language, returnTo }: SessionWanted,
): Promise<Stripe.Checkout.Session> {
  const metadata = { order_id: payment.orderId, payment_id: payment.id };
  return stripe.checkout.sessions.create(
    {
      mode: "payment",
      allowed_payment_method_types: ["card"],
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: "usd",
            unit_amount: payment.amount,
            product_data: { name: `${brand.name[language]}: ${words[language](orderNumber)}` },
          },
        },
      ],
      locale: language,
      metadata,
      client_reference_id: payment.orderId,
      ...(payment.customerRef
        ? { customer: payment.customerRef }
        : { customer_email: email, customer_creation: "always" }),
      payment_intent_data: {
        metadata,
        setup_future_usage: "off_session",
        description: words.en(orderNumber),
      },
      success_url: returnTo,
      cancel_url: returnTo,
      ...(payment.endsAt && { expires_at: Math.floor(payment.endsAt.getTime() / 1000) }),
    },
    { idempotencyKey: `session:${payment.id}` },
  );
}

/** If somebody has paid on the page meanwhile, it can't be ended, and the answer says so. */
export async function endSession(stripe: Stripe, { sessionRef }: PaymentRow): Promise<PaymentOutcome> {
  if (!sessionRef) return { status: "cancelled" };
  await stripe.checkout.sessions.expire(sessionRef).catch(() => undefined);
  return outcomeOfSession(await findSession(stripe, sessionRef));
}

export const findSession = (stripe: Stripe, sessionRef: string): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.retrieve(sessionRef, { expand: ["payment_intent.payment_method"] });

export function outcomeOfSession(session: Stripe.Checkout.Session): PaymentOutcome {
  if (session.status === "expired") return { status: "cancelled" };
  if (session.status === "open") return { status: "open", url: session.url ?? undefined };
  const intent = session.payment_intent;
  if (session.payment_status === "paid" && intent && typeof intent !== "string")
    return outcomeOfIntent(intent);
  return { status: "processing" };
}
