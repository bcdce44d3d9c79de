import type { DateRange } from "#domain/pricing/availability.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import {
  isLongEnough,
  rentalError,
  returnDateFor,
  shortestRentalDays,
} from "#domain/pricing/rental-length.ts";

/** The state before a tap on the calendar: the car's taken days, its rules, and the dates chosen so far. */
export type PickState = {
  today: IsoDate;
  taken: readonly DateRange[];
  minRentDays: number;
  maxRentDays?: number | undefined;
  pickupDate: string;
  returnDate: string;
};

/** The result of a tap on a day: dates, or the reason why that day can't be chosen. */
export type PickResult =
  | { kind: "picked"; pickupDate: IsoDate; returnDate: string }
  | { kind: "past" }
  /** Taken; the car is free again on `from`. */
  | { kind: "taken"; from: IsoDate }
  /** Too soon after the pickup: `from` is the first possible return. */
  | { kind: "too_short"; from: IsoDate }
  /** A longer rental than we allow, or than this car's host allows, which is at most `days`. */
  | { kind: "too_long"; days?: number }
  /** The car is taken in between: `until` is the last possible return. */
  | { kind: "blocked"; until: IsoDate };

/**
 * The first tap chooses the pickup, the second the return. A tap before the pickup, or after both are chosen,
 * starts again.
 */
export function pickDay(
  day: IsoDate,
  { today, taken, minRentDays, maxRentDays, pickupDate, returnDate }: PickState,
): PickResult {
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

/** The first possible return day for a pickup on `pickupDate`. */
export function firstReturn(pickupDate: IsoDate, minRentDays: number): IsoDate {
  const minimum = Math.max(minRentDays, shortestRentalDays);
  const byMonths = returnDateFor(pickupDate, Math.max(1, Math.floor(minimum / 30)));
  return isLongEnough({ pickupDate, returnDate: byMonths }, minRentDays) &&
    byMonths < addDays(pickupDate, minimum)
    ? byMonths
    : addDays(pickupDate, minimum);
}

/** The first day after a taken range and the ranges that follow it without a gap. */
function freeAfter({ until }: DateRange, taken: readonly DateRange[]): IsoDate {
  const next = addDays(until, 1);
  const following = taken.find((range) => range.from <= next && next <= range.until);
  return following ? freeAfter(following, taken) : next;
}
