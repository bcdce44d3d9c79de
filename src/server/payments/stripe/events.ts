import { Stripe } from "stripe";
import { z } from "zod";
import {
  BadSignature,
  type Finding,
  type ProviderEvent,
  UnreadableEvent,
} from "#server/payments/provider.ts";
import { ObjectRef, readFields, Ref } from "#server/payments/webhooks/event-fields.ts";
import { outcomeOfIntent } from "./intent-outcome.ts";
import { outcomeOfRefund } from "./refunds.ts";
import { findSession, outcomeOfSession } from "./sessions.ts";

/** An event whose signature over its raw bytes is Stripe's, and not older than five minutes. */
export async function readEvent(
  stripe: Stripe,
  secret: string,
  raw: Buffer,
  signature: string | undefined,
): Promise<ProviderEvent> {
  const event = await stripe.webhooks
    .constructEventAsync(raw, signature ?? "", secret)
    .catch((error: unknown) => {
      const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
      throw isForged ? new BadSignature() : new UnreadableEvent("body");
    });
  const { id, type, data } = readFields(Event, event);
  return { eventRef: id, kind: type, objectRef: data.object.id ?? "" };
}

const Event = z.object({
  id: Ref,
  type: Ref,
  data: z.object({ object: z.object({ id: ObjectRef }) }),
});

/** The present state of what an event is about, read now, so that the order of events doesn't matter. */
export async function followEvent(
  stripe: Stripe,
  { kind, objectRef }: Pick<ProviderEvent, "kind" | "objectRef">,
): Promise<Finding[]> {
  if (kind.startsWith("checkout.session.")) {
    const session = await findSession(stripe, objectRef);
    return paymentFinding(session.metadata, outcomeOfSession(session));
  }
  if (kind.startsWith("payment_intent.")) {
    const intent = await stripe.paymentIntents.retrieve(objectRef, { expand: ["payment_method"] });
    const outcome = outcomeOfIntent(intent);
    // After a decline on the provider's page the renter tries another card there; a saved method has one try.
    const isOnPage = intent.setup_future_usage === "off_session";
    if (isOnPage && outcome.status !== "succeeded") return [];
    return paymentFinding(intent.metadata, outcome);
  }
  if (kind.startsWith("charge.dispute.")) return [{ of: "chargeback", ref: objectRef }];
  if (/^(charge\.refund\.|refund\.)/.test(kind))
    return refundFinding(await stripe.refunds.retrieve(objectRef));
  // Accounts with an older version of the API get only events of the charge about refunds.
  if (kind === "charge.refunded") {
    const found: Finding[] = [];
    for await (const refund of stripe.refunds.list({ charge: objectRef, limit: 100 }))
      found.push(...refundFinding(refund));
    return found;
  }
  return [];
}

/** A refund of ours, which has our metadata, or one that somebody made on Stripe's own screens. */
function refundFinding(refund: Stripe.Refund): Finding[] {
  const outcome = outcomeOfRefund(refund);
  const { order_id: orderId, payment_id: paymentId, refund_id: refundId } = refund.metadata ?? {};
  if (orderId && paymentId && refundId) return [{ of: "refund", orderId, paymentId, refundId, outcome }];
  const intent = refund.payment_intent;
  const paymentRef = typeof intent === "string" ? intent : intent?.id;
  return paymentRef ? [{ of: "foreign_refund", paymentRef, outcome }] : [];
}

function paymentFinding(
  metadata: Stripe.Metadata | null,
  outcome: Extract<Finding, { of: "payment" }>["outcome"],
): Finding[] {
  const { order_id: orderId, payment_id: paymentId } = metadata ?? {};
  return orderId && paymentId ? [{ of: "payment", orderId, paymentId, outcome }] : [];
}
