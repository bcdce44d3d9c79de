import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";
import { shortestRentalDays } from "./rental-length.ts";

/** Days in a row, first and last included. */
export type DateRange = { from: IsoDate; until: IsoDate };

/** What is left of a span when the taken ranges (in order, not overlapping) are cut out of it. */
export function freeRanges(taken: readonly DateRange[], from: IsoDate, until: IsoDate): DateRange[] {
  const free: DateRange[] = [];
  let next = from;
  for (const range of taken) {
    if (range.from > until) break;
    if (range.from > next) free.push({ from: next, until: addDays(range.from, -1) });
    if (range.until >= next) next = addDays(range.until, 1);
  }
  if (next <= until) free.push({ from: next, until });
  return free;
}

/**
 * The first free ranges that are long enough for a rental of `days` (at least the shortest), at most `most`
 * of them.
 */
export function rentableRanges(free: readonly DateRange[], days: number, most: number): DateRange[] {
  const needed = Math.max(days, shortestRentalDays);
  return free.filter((range) => daysBetween(range.from, range.until) >= needed).slice(0, most);
}
