import type { ReportKind } from "#domain/payments/reconciliation.ts";
import { dateOf, dollarsOf, type ReportFormat, refOf } from "#domain/payments/report-file.ts";

const kinds: Record<string, ReportKind> = {
  charge: "payment",
  charge_failure: "payment",
  refund: "refund",
  refund_failure: "refund",
  partial_capture_reversal: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
  fee: "fee",
  tax: "fee",
  network_cost: "fee",
  payout: "payout",
  payout_reversal: "payout",
  transfer: "transfer",
  transfer_reversal: "transfer",
  transfer_refund: "transfer",
};

/** The kind of a line by Stripe's category, in reports and in its API alike. */
export const stripeKind = (category: string): ReportKind =>
  Object.hasOwn(kinds, category) ? (kinds[category] ?? "other") : "other";

/** Stripe's balance report and its payout reconciliation, itemized: amounts in dollars, fees beside them. */
export const stripeReport: ReportFormat = {
  columns: [
    "balance_transaction_id",
    ["created_utc", "created"],
    "currency",
    "gross",
    "fee",
    "reporting_category",
    "source_id",
    "payment_intent_id",
  ],
  read(cell) {
    const kind = stripeKind(refOf(cell, "reporting_category"));
    return {
      kind,
      // We know a payment by its intent, and refunds, disputes and payouts by their own ids.
      ref:
        kind === "payment"
          ? refOf(cell, "payment_intent_id", "source_id", "balance_transaction_id")
          : refOf(cell, "source_id", "balance_transaction_id"),
      amount: dollarsOf(cell, "gross"),
      fee: dollarsOf(cell, "fee"),
      currency: refOf(cell, "currency").toLowerCase(),
      on: dateOf(cell, "created", "created_utc"),
    };
  },
};
