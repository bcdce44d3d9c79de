import { chargeDue } from "#server/payments/saved-methods/charge-due.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import type { Services } from "#server/services.ts";
import type { Person } from "./accounts.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { startPaypal } from "./stand-ins/paypal.ts";
import { type StripeServer, startStripe } from "./stand-ins/stripe.ts";
import type { DisputeDecision } from "./stand-ins/stripe-disputes.ts";

export const paymentModes = ["built_in", "stripe", "paypal"] as const;
export type PaymentMode = (typeof paymentModes)[number];

export type ModeApp = {
  test: TestApp;
  /** Pays what is due on the provider's page and saves the method; false if nothing is due or there is none. */
  payOnPage: (orderId: string, person: Person) => Promise<boolean>;
  /** What the provider and the product do by themselves: charges that are due, refunds, and incoming events. */
  goOn: (services: Services) => Promise<void>;
  /** The part of an order's money that the provider holds by its own books; undefined without a provider. */
  keptFor: (orderId: string) => number | undefined;
  /** The bank takes the latest payment back. Returns the claim's id; undefined if there is no such payment. */
  openClaim: (orderId: string) => string | undefined;
  decideClaim: (claim: string, decision: DisputeDecision) => void;
  /** Stripe's accounts of hosts and the transfers to them. */
  connect: StripeServer["connect"] | undefined;
  close: () => Promise<void>;
};

const sum = (rows: Iterable<Record<string, unknown>>, field: string): number =>
  [...rows].reduce((total, row) => total + Number(row[field]), 0);

const intentsOf = ({ intents }: StripeServer, orderId: string) =>
  [...intents.values()].filter(({ metadata }) => (metadata as { order_id?: string }).order_id === orderId);

/** The product in a payment mode, with a local server for the provider. */
export async function startInMode(mode: PaymentMode, env: Record<string, string> = {}): Promise<ModeApp> {
  if (mode === "built_in") {
    const test = await startTestApp(env);
    return {
      test,
      payOnPage: async () => false,
      goOn: async () => undefined,
      keptFor: () => undefined,
      openClaim: () => undefined,
      decideClaim: () => undefined,
      connect: undefined,
      close: test.close,
    };
  }
  const stripe = mode === "stripe" ? await startStripe() : undefined;
  const paypal = mode === "paypal" ? await startPaypal() : undefined;
  const test = await startTestApp({ ...stripe?.env, ...paypal?.env, ...env });
  const url = (orderId: string) => `/api/orders/${orderId}/payment-session`;
  const deliver = async () => {
    for (const event of stripe?.events.splice(0) ?? [])
      await test.app.inject({ method: "POST", url: "/api/webhooks/stripe", ...stripe?.signed(event) });
    for (const event of paypal?.events.splice(0) ?? [])
      await test.app.inject({ method: "POST", url: "/api/webhooks/paypal", ...paypal?.signed(event) });
  };
  return {
    test,
    async payOnPage(orderId, person) {
      const begun = await test.app.inject({
        method: "POST",
        url: url(orderId),
        payload: { provider: mode },
        headers: person.authorization,
      });
      const page = begun.json<{ url?: string }>().url?.split("/").at(-1);
      if (!page) return false;
      if (stripe) stripe.pay(page, "good", "good");
      else paypal?.approve(page);
      await test.app.inject({ url: url(orderId), headers: person.authorization });
      await deliver();
      return true;
    },
    async goOn(services) {
      await chargeDue(services);
      await deliver();
      await giveBackByProvider(services);
      await deliver();
    },
    keptFor(orderId) {
      if (!stripe) return undefined;
      const intents = intentsOf(stripe, orderId);
      const ids = new Set(intents.map(({ id }) => id));
      const given = [...stripe.refunds.values()].filter(
        ({ payment_intent, status }) => ids.has(String(payment_intent)) && status !== "failed",
      );
      return sum(intents, "amount_received") - sum(given, "amount");
    },
    openClaim(orderId) {
      const intent = stripe && intentsOf(stripe, orderId).findLast(({ status }) => status === "succeeded");
      return intent && !stripe.claims.isDisputed(intent.id) ? stripe.claims.open(intent.id) : undefined;
    },
    decideClaim: (claim, decision) => stripe?.claims.decide(claim, decision),
    connect: stripe?.connect,
    async close() {
      await test.close();
      await stripe?.close();
      await paypal?.close();
    },
  };
}
