import type { Cents } from "#domain/money.ts";
import type { Entry } from "./ledger.ts";

/**
 * A payment that its payer's bank, or PayPal, takes back. `open` waits for our evidence, `under_review` for their
 * decision; `won` and `lost` are decided, but an appeal may change the decision.
 */
export const chargebackStates = ["open", "under_review", "won", "lost"] as const;
export type ChargebackState = (typeof chargebackStates)[number];

/** Not decided yet: nobody may refund the payment meanwhile. */
export const undecidedStates = ["open", "under_review"] as const satisfies ChargebackState[];
export const isUndecided = (state: ChargebackState): boolean =>
  undecidedStates.some((undecided) => undecided === state);

/**
 * Who gets an email about a chargeback: administrators about a new one that isn't decided, administrators and the
 * renter about a lost one. `before` is its last known state, undefined for a new one.
 */
export function chargebackAudience(
  state: ChargebackState,
  before: ChargebackState | undefined,
): readonly ("administrators" | "renter")[] {
  if (state === before) return [];
  if (state === "lost") return ["administrators", "renter"];
  return before === undefined && isUndecided(state) ? ["administrators"] : [];
}

/** The reasons for a chargeback, in our words; providers and card networks have dozens. */
export const chargebackReasons = [
  "fraud",
  "unrecognized",
  "not_received",
  "not_as_described",
  "duplicate",
  "refund_missing",
  "cancelled",
  "wrong_amount",
  "bank",
  "other",
] as const;
export type ChargebackReason = (typeof chargebackReasons)[number];

/** The reason that a provider's code means, by that provider's own list. */
export const reasonAmong = (
  codes: Readonly<Record<string, ChargebackReason>>,
  code: string,
): ChargebackReason => (Object.hasOwn(codes, code) ? (codes[code] ?? "other") : "other");

/** The sums that a chargeback has moved so far. Each only grows, except `owed`, which an appeal may lower. */
export type ChargebackSums = {
  /** Taken from us by the provider, and given back to us. */
  withdrawn: Cents;
  reinstated: Cents;
  /** The provider's fee for the chargeback. */
  fee: Cents;
  /** What the renter owes again because we lost. */
  owed: Cents;
};

/** The amount that the renter owes again: only for a lost one, and no more than was really taken from us. */
export const owedAfter = (
  state: ChargebackState,
  { withdrawn, reinstated }: Pick<ChargebackSums, "withdrawn" | "reinstated">,
): Cents => (state === "lost" ? Math.max(0, withdrawn - reinstated) : 0);

/** The ledger entries that lead from the sums before to the sums now: a transaction for each sum. */
export function chargebackEntries(
  before: ChargebackSums,
  now: ChargebackSums,
): Record<keyof ChargebackSums, Entry[]> {
  const move = (sum: keyof ChargebackSums, to: Entry["account"], from: Entry["account"]): Entry[] => {
    const amount = now[sum] - before[sum];
    if (amount === 0) return [];
    return [
      { account: to, amount },
      { account: from, amount: -amount },
    ];
  };
  return {
    withdrawn: move("withdrawn", "chargebacks", "provider_clearing"),
    reinstated: move("reinstated", "provider_clearing", "chargebacks"),
    fee: move("fee", "chargeback_fees", "provider_clearing"),
    owed: move("owed", "renter", "chargebacks"),
  };
}
