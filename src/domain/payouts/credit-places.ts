import type { IsoDate } from "#domain/dates.ts";
import type { PayoutStatus } from "./payouts.ts";

/** Where what a host was credited stands: paid out, being paid out, payable, or what it waits for. */
export const creditPlaces = ["paid", "under_way", "payable", "waits_for_day", "waits_for_pickup"] as const;
export type CreditPlace = (typeof creditPlaces)[number];

type PlacedCredit = {
  payoutStatus: PayoutStatus | null;
  payableOn: IsoDate;
  awaitsPickup: boolean;
  isPickedUp: boolean;
};

export function creditPlace(
  { payoutStatus, payableOn, awaitsPickup, isPickedUp }: PlacedCredit,
  today: IsoDate,
): CreditPlace {
  if (payoutStatus !== null) return payoutStatus === "paid" ? "paid" : "under_way";
  if (awaitsPickup && !isPickedUp) return "waits_for_pickup";
  return payableOn <= today ? "payable" : "waits_for_day";
}
