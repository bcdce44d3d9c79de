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
  // The charge never reached the provider.
  not_charged: "unanswered",
};

/** Our word for a provider's error code; an unknown code means that the charge was declined. */
export const chargeFailure = (word: string | null): ChargeFailure =>
  word !== null && Object.hasOwn(known, word) ? (known[word] ?? "declined") : "declined";
