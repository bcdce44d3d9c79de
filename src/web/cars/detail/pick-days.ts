import type { DateRange } from "#domain/pricing/availability.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import {
  isLongEnough,
  rentalError,
  returnDateFor,
  shortestRentalDays,
} from "#domain/pricing/rental-length.ts";

/** What a calendar is tapped for: the car's taken days, and the dates that are chosen so far. */
export type Picking = {
  today: IsoDate;
  taken: readonly DateRange[];
  minRentDays: number;
  maxRentDays?: number | undefined;
  pickupDate: string;
  returnDate: string;
};

/** What a tap on a day comes to: dates, or why that day can't be had. */
export type Picked =
  | { kind: "picked"; pickupDate: IsoDate; returnDate: string }
  | { kind: "past" }
  /** Somebody else's, and free again on `from`. */
  | { kind: "taken"; from: IsoDate }
  /** Too near to the pickup: `from` is the first return. */
  | { kind: "too_short"; from: IsoDate }
  /** Later than any car is rented, or than this one is, which is for `days` at most. */
  | { kind: "too_long"; days?: number }
  /** Somebody else has the car in between: `until` is the last day to return it. */
  | { kind: "blocked"; until: IsoDate };

/**
 * The first tap is the pickup, the second the return; a tap before the pickup, or on two chosen dates, begins
 * anew.
 */
export function pickDay(
  day: IsoDate,
  { today, taken, minRentDays, maxRentDays, pickupDate, returnDate }: Picking,
): Picked {
  if (day < today) return { kind: "past" };
  const of = taken.find((range) => range.from <= day && day <= range.until);
  if (of) return { kind: "taken", from: freeAfter(of, taken) };
  if (!pickupDate || returnDate || day <= pickupDate)
    return { kind: "picked", pickupDate: day, returnDate: "" };
  const blocking = taken.find((range) => range.from > pickupDate && range.from <= day);
  if (blocking) return { kind: "blocked", until: addDays(blocking.from, -1) };
  const error = rentalError({ pickupDate, returnDate: day }, today, minRentDays, maxRentDays);
  if (error === "too_short") return { kind: "too_short", from: firstReturn(pickupDate, minRentDays) };
  if (error) return { kind: "too_long", ...(maxRentDays !== undefined && { days: maxRentDays }) };
  return { kind: "picked", pickupDate, returnDate: day };
}

/** The first day on which a car picked up then can be given back. */
export function firstReturn(pickupDate: IsoDate, minRentDays: number): IsoDate {
  const minimum = Math.max(minRentDays, shortestRentalDays);
  const byMonths = returnDateFor(pickupDate, Math.max(1, Math.floor(minimum / 30)));
  return isLongEnough({ pickupDate, returnDate: byMonths }, minRentDays) &&
    byMonths < addDays(pickupDate, minimum)
    ? byMonths
    : addDays(pickupDate, minimum);
}

/** The day after a taken range and all that follow it at once. */
function freeAfter({ until }: DateRange, taken: readonly DateRange[]): IsoDate {
  const next = addDays(until, 1);
  const following = taken.find((range) => range.from <= next && next <= range.until);
  return following ? freeAfter(following, taken) : next;
}
