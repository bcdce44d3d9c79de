import { PaymentsController } from "@paypal/paypal-server-sdk";
import { z } from "zod";
import { nameOf } from "#server/error-name.ts";
import { BadSignature, type Finding, ProviderAway, type ProviderEvent } from "#server/payments/provider.ts";
import { ObjectRef, readFields, Ref } from "#server/payments/webhooks/event-fields.ts";
import { callPaypal, type Paypal } from "./client.ts";
import { findOrder } from "./orders.ts";
import { outcomeOfOrder } from "./order-outcome.ts";
import { findRefund, outcomeOfRefund } from "./refunds.ts";

const signed = {
  auth_algo: "paypal-auth-algo",
  cert_url: "paypal-cert-url",
  transmission_id: "paypal-transmission-id",
  transmission_sig: "paypal-transmission-sig",
  transmission_time: "paypal-transmission-time",
};

/** An event that PayPal confirms as its own: PayPal gets the event as it came, and verifies it. */
export async function readEvent(
  paypal: Paypal,
  raw: Buffer,
  headers: Record<string, string | undefined>,
): Promise<ProviderEvent> {
  const event = parse(raw);
  const said = Object.fromEntries(Object.entries(signed).map(([name, header]) => [name, headers[header]]));
  if (!event || Object.values(said).some((value) => !value)) throw new BadSignature();
  const answer = await callPaypal(paypal, "/v1/notifications/verify-webhook-signature", {
    ...said,
    webhook_id: paypal.settings.webhookId,
    webhook_event: event,
  }).catch((error: unknown) => {
    throw new ProviderAway(nameOf(error));
  });
  const isTrue =
    typeof answer === "object" &&
    answer !== null &&
    "verification_status" in answer &&
    answer.verification_status === "SUCCESS";
  if (!isTrue) throw new BadSignature();
  const { id, event_type, resource } = readFields(Event, event);
  return { eventRef: id, kind: event_type, objectRef: resource.id ?? resource.dispute_id ?? "" };
}

const Event = z.object({
  id: Ref,
  event_type: Ref,
  resource: z.object({ id: ObjectRef, dispute_id: ObjectRef }),
});

/** PayPal signs only objects: a request about anything else is not worth making. */
function parse(raw: Buffer): object | undefined {
  try {
    const event: unknown = JSON.parse(raw.toString("utf8"));
    return typeof event === "object" && event !== null ? event : undefined;
  } catch {
    return undefined;
  }
}

/** The present state of what an event is about, read now. Nothing is captured here. */
export async function followEvent(
  paypal: Paypal,
  { kind, objectRef }: Pick<ProviderEvent, "kind" | "objectRef">,
): Promise<Finding[]> {
  if (kind.startsWith("CUSTOMER.DISPUTE.")) return [{ of: "chargeback", ref: objectRef }];
  if (kind.startsWith("CHECKOUT.ORDER.")) return orderFinding(paypal, objectRef);
  if (/^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/.test(kind) || kind.startsWith("PAYMENT.REFUND.")) {
    const refund = await findRefund(paypal, objectRef);
    const outcome = outcomeOfRefund(refund);
    const [orderId, paymentId, refundId] = refund.customId?.split(":") ?? [];
    if (orderId && paymentId && refundId) return [{ of: "refund", orderId, paymentId, refundId, outcome }];
    // The refund was made on PayPal's own screens: it names its capture by a link.
    const paymentRef = refund.links
      ?.find(({ rel }) => rel === "up")
      ?.href.split("/")
      .at(-1);
    return paymentRef ? [{ of: "foreign_refund", paymentRef, outcome }] : [];
  }
  if (!kind.startsWith("PAYMENT.CAPTURE.")) return [];
  const { result } = await new PaymentsController(paypal.client).getCapturedPayment({ captureId: objectRef });
  const orderRef = result.supplementaryData?.relatedIds?.orderId;
  return orderRef ? orderFinding(paypal, orderRef) : [];
}

async function orderFinding(paypal: Paypal, id: string): Promise<Finding[]> {
  const order = await findOrder(paypal, id);
  const [orderId, paymentId] = order.purchaseUnits?.[0]?.customId?.split(":") ?? [];
  return orderId && paymentId ? [{ of: "payment", orderId, paymentId, outcome: outcomeOfOrder(order) }] : [];
}
