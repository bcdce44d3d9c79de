import { addDays, addMonths, type IsoDate } from "#domain/dates.ts";
import { outgoingErrors } from "#domain/outgoing-errors.ts";

/** Calendars of other services that a car's days are read from. The numbers are those of decision 13.4 and 16.6. */
export const feedLimits = {
  /** Bytes of one calendar. */
  bytes: 1_048_576,
  /** Milliseconds for fetching one. */
  fetching: 10_000,
  /** Milliseconds for reading one. */
  reading: 10_000,
  redirects: 3,
  monthsAhead: 24,
  /** Days that one calendar may take. */
  days: 5_000,
  /** For one car. */
  feeds: 5,
} as const;

/** What may be wrong with a calendar that was fetched. */
export const calendarErrors = [
  "not_a_calendar",
  "cut_short",
  "unreadable",
  "unknown_time_zone",
  "too_many_days",
  "takes_too_long",
] as const;
export type CalendarError = (typeof calendarErrors)[number];

/** Why a calendar's days couldn't be had: it wasn't reached, or isn't a calendar that can be read. */
export const feedErrors = [...outgoingErrors, ...calendarErrors] as const;
export type FeedErrorCode = (typeof feedErrors)[number];

/** Days of a calendar, first and last included. */
export type DayRange = { from: IsoDate; until: IsoDate };

/** Until when a calendar's days are read. */
export const feedHorizon = (today: IsoDate): IsoDate => addMonths(today, feedLimits.monthsAhead);

/** The same days in order, those that touch or overlap as one. */
export function mergedDays(ranges: readonly DayRange[]): DayRange[] {
  const merged: DayRange[] = [];
  for (const { from, until } of ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (last && from <= addDays(last.until, 1)) last.until = until > last.until ? until : last.until;
    else merged.push({ from, until });
  }
  return merged;
}

/** What of some days is left without others. */
export function daysWithout(ranges: readonly DayRange[], taken: readonly DayRange[]): DayRange[] {
  const others = mergedDays(taken);
  return ranges.flatMap((range) => {
    const left: DayRange[] = [];
    let { from } = range;
    for (const other of others) {
      if (other.until < from || other.from > range.until) continue;
      if (other.from > from) left.push({ from, until: addDays(other.from, -1) });
      from = addDays(other.until, 1);
    }
    return from <= range.until ? [...left, { from, until: range.until }] : left;
  });
}
