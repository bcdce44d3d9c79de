import { Stripe } from "stripe";

/** Detaches a payment method from its customer, so that nobody can charge it. A detached method isn't an error. */
export async function forgetMethod(stripe: Stripe, methodRef: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(methodRef);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
    throw error;
  }
}
