import { Stripe } from "stripe";

/** Takes a payment method from its customer: nobody can charge it again. One that isn't theirs any more is no error. */
export async function forgetMethod(stripe: Stripe, methodRef: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(methodRef);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
    throw error;
  }
}
