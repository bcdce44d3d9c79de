import type { IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";

/** What a renter changes of an order at once, each with its price shown before. */
export const changeKinds = ["pickup", "cancel"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Where and at what times a car is handed over. */
export type Handover = { pickupLocation: string; pickupTime: string; returnTime: string };
export const handoverFields = ["pickupLocation", "pickupTime", "returnTime"] as const;

type Changeable = { status: OrderStatus; pickupDate: IsoDate; pickupTime: string };

/** Place and times are changed free of charge until a day before pickup, and then no more. */
export function mayChangeHandover({ status, pickupDate, pickupTime }: Changeable, now: number): boolean {
  const isWaiting = status === "pending" || status === "confirmed";
  const pickup = instantInLosAngeles(pickupDate, pickupTime);
  return isWaiting && now <= pickup - freeCancellationHours * 3_600_000;
}

/** What of a handover is another than before. */
export const changedFields = (before: Handover, after: Handover): (keyof Handover)[] =>
  handoverFields.filter((field) => before[field] !== after[field]);
