import { hour } from "#domain/durations.ts";
import type { PaypalSettings } from "#server/provider-settings.ts";
import type { Provider } from "#server/payments/provider.ts";
import { openPaypal } from "./client.ts";
import { disputePage, findDispute, listDisputes } from "./disputes.ts";
import { followEvent, readEvent } from "./events.ts";
import { forgetAccount } from "./forget-account.ts";
import { beginSession, chargeSaved, endSession, lookUpPayment } from "./orders.ts";
import { refundPayment } from "./refunds.ts";
import { readReport } from "./report.ts";

/** PayPal behind our own words: orders with approval, saved accounts, refunds. */
export function paypalProvider(settings: PaypalSettings): Provider {
  const paypal = openPaypal(settings);
  return {
    name: "paypal",
    // PayPal remembers a request's key for six hours.
    repeatableFor: 5 * hour,
    beginSession: (wanted) => beginSession(paypal, wanted),
    endSession: (payment) => endSession(paypal, payment),
    charge: (payment, orderNumber) => chargeSaved(paypal, payment, orderNumber),
    lookUp: (payment) => lookUpPayment(paypal, payment),
    refund: (wanted) => refundPayment(paypal, wanted),
    forget: (methodRef) => forgetAccount(paypal, methodRef),
    report: (range) => readReport(paypal, range),
    readEvent: (raw, headers) => readEvent(paypal, raw, headers),
    eventKinds: { payment: "PAYMENT.CAPTURE.COMPLETED", refund: "PAYMENT.CAPTURE.REFUNDED" },
    follow: (event) => followEvent(paypal, event),
    chargeback: (ref) => findDispute(paypal, ref),
    chargebacksSince: (since) => listDisputes(paypal, since),
    chargebackPage: ({ providerRef }) => disputePage(settings.apiUrl !== undefined, providerRef),
  };
}
