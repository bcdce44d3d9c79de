import type { Stripe } from "stripe";
import { type ChargebackReason, type ChargebackState, reasonAmong } from "#domain/payments/chargebacks.ts";
import { type ChargebackFacts, Mismatch, mostListed } from "#server/payments/provider.ts";

/** States of inquiries, chargebacks and appeals. A status that we don't know yet counts as open. */
const states: Record<string, ChargebackState> = {
  warning_needs_response: "open",
  needs_response: "open",
  appeal_needs_response: "open",
  warning_under_review: "under_review",
  under_review: "under_review",
  appeal_under_review: "under_review",
  warning_closed: "won",
  prevented: "won",
  won: "won",
  lost: "lost",
};

/** How a dispute stands now, with everything that it has moved on our balance. */
/** Stripe's codes for the reasons of a dispute. */
export const reasons: Record<string, ChargebackReason> = {
  fraudulent: "fraud",
  debit_not_authorized: "fraud",
  unrecognized: "unrecognized",
  product_not_received: "not_received",
  product_unacceptable: "not_as_described",
  duplicate: "duplicate",
  credit_not_processed: "refund_missing",
  subscription_canceled: "cancelled",
  bank_cannot_process: "bank",
  insufficient_funds: "bank",
  incorrect_account_details: "bank",
  check_returned: "bank",
};

export async function findDispute(stripe: Stripe, ref: string): Promise<ChargebackFacts> {
  const dispute = await stripe.disputes.retrieve(ref, { expand: ["payment_intent"] });
  const { amount, currency, reason, status, created, payment_intent: intent } = dispute;
  const moved = dispute.balance_transactions;
  if (moved.some((one) => one.currency !== "usd")) throw new Mismatch("amount_differs");
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);
  const amounts = moved.map((one) => one.amount);
  const dueBy = dispute.evidence_details.due_by;
  const paymentId = typeof intent === "object" ? intent?.metadata.payment_id : undefined;
  return {
    providerRef: dispute.id,
    paymentRef: (typeof intent === "string" ? intent : intent?.id) ?? "",
    ...(paymentId && { paymentId }),
    state: Object.hasOwn(states, status) ? (states[status] ?? "open") : "open",
    reason: reasonAmong(reasons, reason),
    amount,
    currency,
    withdrawn: -sum(amounts.filter((each) => each < 0)) + 0,
    reinstated: sum(amounts.filter((each) => each > 0)),
    // A fee that is given back with the money doesn't count.
    fee: Math.max(0, sum(moved.map(({ fee }) => fee))),
    openedAt: new Date(created * 1000),
    evidenceDueAt: dueBy ? new Date(dueBy * 1000) : null,
  };
}

export async function listDisputes(stripe: Stripe, since: Date): Promise<string[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const listed = await stripe.disputes.list({ created, limit: 100 }).autoPagingToArray({ limit: mostListed });
  return listed.map(({ id }) => id);
}

/** Where the evidence goes: the payment's own page. */
export const disputePage = (isTest: boolean, paymentRef: string): string =>
  `https://dashboard.stripe.com/${isTest ? "test/" : ""}payments/${encodeURIComponent(paymentRef)}`;
