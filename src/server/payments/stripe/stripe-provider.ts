import { Stripe } from "stripe";
import { hour } from "#domain/durations.ts";
import type { StripeSettings } from "#server/provider-settings.ts";
import type { Provider } from "#server/payments/provider.ts";
import { stripeConnect } from "./connect.ts";
import { chargeSaved, lookUpPayment } from "./payment-intents.ts";
import { disputePage, findDispute, listDisputes } from "./disputes.ts";
import { followEvent, readEvent } from "./events.ts";
import { forgetMethod } from "./forget-method.ts";
import { refundPayment } from "./refunds.ts";
import { readReport } from "./report.ts";
import { beginSession, endSession } from "./sessions.ts";

/** A renter or a job waits for an answer; an answer that comes later is looked up. */
const longestWait = 10_000;

/** Stripe behind our own words: hosted Checkout, saved methods, refunds. */
export function stripeProvider({ secretKey, webhookSecret, apiUrl }: StripeSettings): Provider {
  const stripe = new Stripe(secretKey, {
    timeout: longestWait,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl && {
      host: apiUrl.hostname,
      port: apiUrl.port,
      protocol: apiUrl.protocol === "http:" ? "http" : "https",
    }),
  });
  return {
    name: "stripe",
    // Stripe remembers a request's key for a day.
    repeatableFor: 20 * hour,
    beginSession: (wanted) => beginSession(stripe, wanted),
    endSession: (payment) => endSession(stripe, payment),
    charge: (payment, orderNumber) => chargeSaved(stripe, payment, orderNumber),
    lookUp: (payment) => lookUpPayment(stripe, payment),
    refund: (wanted) => refundPayment(stripe, wanted),
    forget: (methodRef) => forgetMethod(stripe, methodRef),
    report: (range) => readReport(stripe, range),
    readEvent: (raw, headers) => readEvent(stripe, webhookSecret, raw, headers["stripe-signature"]),
    eventKinds: { payment: "payment_intent.succeeded", refund: "refund.updated" },
    follow: (event) => followEvent(stripe, event),
    chargeback: (ref) => findDispute(stripe, ref),
    chargebacksSince: (since) => listDisputes(stripe, since),
    connect: stripeConnect(stripe),
    chargebackPage: ({ paymentRef }) => disputePage(/^.k_test_/.test(secretKey), paymentRef),
  };
}
