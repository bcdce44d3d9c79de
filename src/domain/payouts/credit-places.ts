import type { IsoDate } from "#domain/dates.ts";
import type { PayoutStatus } from "./payouts.ts";

/**
 * The state of a host's credit: paid out, being paid out, payable, or what it waits for. An amount taken back is
 * `covered` by credits of the same rental that still wait.
 */
export const creditPlaces = [
  "paid",
  "under_way",
  "payable",
  "waits_for_day",
  "waits_for_pickup",
  "waits_for_review",
  "covered",
] as const;
export type CreditPlace = (typeof creditPlaces)[number];

type PlacedCredit = {
  payoutStatus: PayoutStatus | null;
  amount: number;
  payableOn: IsoDate;
  awaitsPickup: boolean;
  isPickedUp: boolean;
  /** Whether its renter denies the pickup. */
  isDenied: boolean;
  isCovered: boolean;
};

export function creditPlace(credit: PlacedCredit, today: IsoDate): CreditPlace {
  const { payoutStatus, amount, payableOn, awaitsPickup, isPickedUp, isDenied, isCovered } = credit;
  if (payoutStatus !== null) return payoutStatus === "paid" ? "paid" : "under_way";
  if (amount < 0 && isCovered) return "covered";
  if (amount > 0 && isDenied) return "waits_for_review";
  if (amount > 0 && awaitsPickup && !isPickedUp) return "waits_for_pickup";
  return payableOn <= today ? "payable" : "waits_for_day";
}
