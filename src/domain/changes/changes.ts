import type { IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";

/**
 * What is changed of an order, each with its price shown before: `pickup` is place and times of the handover,
 * `swap` another car, which an administrator offers. Extensions are asked for, cars offered, the others made at once.
 */
export const changeKinds = ["pickup", "cancel", "dates", "extension", "early_return", "swap"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** How a change stands. What is asked for waits as `requested`, until somebody or the clock answers it. */
export const changeStatuses = ["requested", "accepted", "declined", "withdrawn", "lapsed"] as const;

/** Where and at what times a car is handed over. */
export type Handover = { pickupLocation: string; pickupTime: string; returnTime: string };
export const handoverFields = ["pickupLocation", "pickupTime", "returnTime"] as const;

type Changeable = { status: OrderStatus; pickupDate: IsoDate; pickupTime: string };

/** Place and times are changed free of charge until a day before pickup, and then no more. */
export function mayChangeHandover({ status, pickupDate, pickupTime }: Changeable, now: number): boolean {
  const isWaiting = status === "pending" || status === "confirmed";
  return isWaiting && now <= lastChangeAt(pickupDate, pickupTime);
}

/** Until when dates, place and times of a pickup may still be changed, in milliseconds. */
export const lastChangeAt = (pickupDate: IsoDate, pickupTime: string): number =>
  instantInLosAngeles(pickupDate, pickupTime) - freeCancellationHours * 3_600_000;

/** What of a handover is another than before. */
export const changedFields = (before: Handover, after: Handover): (keyof Handover)[] =>
  handoverFields.filter((field) => before[field] !== after[field]);
