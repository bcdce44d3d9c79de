/** A payout is made of what is payable, then paid; failed and cancelled ones give their credits back. */
export const payoutStatuses = ["made", "paid", "failed", "cancelled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** How it reaches the host: from our bank by somebody's hand, or as a transfer of Stripe Connect. */
export const payoutModes = ["bank", "stripe"] as const;
export type PayoutMode = (typeof payoutModes)[number];

/**
 * By which rule a host is credited: the share of lines that are shared, a charge that is wholly theirs, or a share that
 * an administrator takes back.
 */
export const hostCreditRules = ["share", "charge", "take_back"] as const;
export type HostCreditRule = (typeof hostCreditRules)[number];
