import type { APIRequestContext } from "@playwright/test";
import { type Product, startDemonstration } from "../product.ts";
import { type Card, startStripe, type StripeServer } from "#test/stand-ins/stripe.ts";
import { expect, test as base } from "./fixtures.ts";
import { callsOf, type Person, placeOrder } from "./people.ts";
import { setStatus } from "./rentals.ts";
import { demoPassword } from "./start-product.ts";

export type PaidRental = { product: Product; stripe: StripeServer };

/** A product for this worker alone that takes payments through a local Stripe server. */
export const test = base.extend<object, { paid: PaidRental }>({
  paid: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the pattern
    async ({}, provide) => {
      const stripe = await startStripe();
      const product = await startDemonstration({ ...stripe.env, DEMO_PASSWORD: demoPassword });
      await provide({ product, stripe });
      await product.stop();
      await stripe.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ paid }, provide) => provide(paid.product.address),
});

/** A confirmed order whose renter has paid the first month by card. Returns Stripe's id of the payment. */
export async function paidOrder(
  request: APIRequestContext,
  { stripe }: PaidRental,
  renter: Person,
  { car, saved, inDays }: { car: Parameters<typeof placeOrder>[1]; saved?: Card; inDays?: number },
) {
  const own = await callsOf(request, renter);
  const order = await placeOrder(request, car, renter.email, inDays, own);
  await setStatus(request, order, "confirmed");
  const path = `/api/orders/${order.id}/payment-session`;
  const { url } = (await (await request.post(path, { headers: own, data: {} })).json()) as { url: string };
  stripe.pay(url.split("/").at(-1) ?? "", "good", saved);
  expect((await request.get(path, { headers: own })).status()).toBe(200);
  const intent = [...stripe.intents.values()].at(-1);
  stripe.events.length = 0;
  return { order, intent: intent?.id ?? "", amount: Number(intent?.amount) };
}
