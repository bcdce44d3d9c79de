/** Why a saved method could not be charged, in our words; providers have hundreds. */
export const chargeFailures = ["bank", "funds", "expired", "gone", "unanswered", "declined"] as const;
export type ChargeFailure = (typeof chargeFailures)[number];

const known: Record<string, ChargeFailure> = {
  authentication_required: "bank",
  payer_action_required: "bank",
  insufficient_funds: "funds",
  expired_card: "expired",
  resource_missing: "gone",
  token_not_found: "gone",
  // The provider never heard of it.
  not_charged: "unanswered",
};

/** A provider's word for it, in ours: whatever we don't know was declined. */
export const chargeFailure = (word: string | null): ChargeFailure =>
  word !== null && Object.hasOwn(known, word) ? (known[word] ?? "declined") : "declined";
