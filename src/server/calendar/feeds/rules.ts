import ICAL from "ical.js";
import type { IsoDate } from "#domain/dates.ts";
import { day } from "#domain/durations.ts";
import { floats, instantOf } from "./calendar-zones.ts";

export const daySeconds = day / 1000;

const rulesOf = (component: ICAL.Component): ICAL.Recur[] =>
  component
    .getAllProperties("rrule")
    .map((property) => property.getFirstValue())
    .filter((rule) => rule instanceof ICAL.Recur);

/** Whether an event leaves its own first occurrence out. */
export function isStartLeftOut({ component, startDate: start }: ICAL.Event): boolean {
  const isSameDay = ({ year, month, day: date }: ICAL.Time) =>
    year === start.year && month === start.month && date === start.day;
  return component
    .getAllProperties("exdate")
    .flatMap((property) => property.getValues())
    .filter((time) => time instanceof ICAL.Time)
    .some((time) => (time.isDate ? isSameDay(time) : time.compare(start) === 0));
}

const isBare = ({ parts }: ICAL.Recur): boolean => Object.keys(parts).length === 0;

/** The 29th of February comes every four years: in other years the parser would take the 1st of March. */
export function completeRule({ component, startDate: { month, day } }: ICAL.Event): void {
  for (const rule of rulesOf(component)) {
    if (!isBare(rule) || rule.freq !== "YEARLY" || month !== 2 || day !== 29) continue;
    rule.setComponent("BYMONTH", [month]);
    rule.setComponent("BYMONTHDAY", [day]);
  }
}

/**
 * Brings the last time of an event's rules into the form of its start, as the parser compares only the same forms: a
 * day lasts to its end, and a time without a zone has the start's. `zone` is that of times without one.
 */
export function alignUntil({ component, startDate }: ICAL.Event, zone: string): void {
  // Whole days are compared with any last time rightly, or take a day more.
  if (startDate.isDate) return;
  for (const rule of rulesOf(component)) if (rule.until) rule.until = inFormOf(startDate, rule.until, zone);
}

function inFormOf(start: ICAL.Time, until: ICAL.Time, zone: string): ICAL.Time {
  const { year, month, day: date } = until;
  if (until.isDate) {
    const end = { year, month, day: date, hour: 23, minute: 59, second: 59, isDate: false };
    if (start.zone !== ICAL.Timezone.utcTimezone) return new ICAL.Time(end, start.zone);
    // A day of a series in universal time is one of the calendar's zone.
    const local = new ICAL.Time(end, ICAL.Timezone.localTimezone);
    return ICAL.Time.fromJSDate(new Date(instantOf(local, zone)), true);
  }
  if (floats(until) === floats(start)) return until;
  if (floats(until)) {
    const same = until.clone();
    same.zone = start.zone;
    return same;
  }
  const local = Temporal.Instant.fromEpochMilliseconds(instantOf(until, zone)).toZonedDateTimeISO(zone);
  const { hour, minute, second } = local;
  return new ICAL.Time(
    { year: local.year, month: local.month, day: local.day, hour, minute, second, isDate: false },
    ICAL.Timezone.localTimezone,
  );
}

/** Seconds between two occurrences, where they are always as many. */
const steps: Partial<Record<string, number>> = {
  SECONDLY: 1,
  MINUTELY: 60,
  HOURLY: 3600,
  DAILY: daySeconds,
  WEEKLY: 7 * daySeconds,
};
const stepOf = ({ freq, interval }: ICAL.Recur): number => (steps[freq] ?? 0) * Math.max(1, interval);

/** Seconds since 1970 on the clock of a time's own place. */
const localSeconds = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
const secondsAt = (date: IsoDate): number => Date.parse(date) / 1000;

/**
 * The start of an event, or a later one from which its rule comes to the same occurrences on `today` and afterwards:
 * the parser goes through all of them, and those of every hour for years take it long.
 */
export function startNear(event: ICAL.Event, today: IsoDate): ICAL.Time {
  const { component, startDate: start } = event;
  const [rule] = rulesOf(component);
  const step = rule ? stepOf(rule) : 0;
  if (!rule || !step || (start.isDate && step % daySeconds) || (rule.count && !isBare(rule))) return start;
  // A change of all later occurrences may lengthen them.
  if (event.rangeExceptions.length) return start;
  const needed = secondsAt(today) - 2 * daySeconds - Math.abs(event.duration.toSeconds());
  const behind = Math.floor((needed - localSeconds(start)) / step);
  const skipped = Math.min(behind, rule.count ? rule.count - 1 : Infinity);
  if (skipped <= 0) return start;
  if (rule.count) rule.count -= skipped;
  const later = start.clone();
  const seconds = skipped * step;
  later.adjust(Math.floor(seconds / daySeconds), 0, 0, seconds % daySeconds);
  return later;
}

/** Whether a rule has more occurrences than `most` from a start until the horizon, which nobody needs to count. */
export function hasMoreThan(
  most: number,
  { component }: ICAL.Event,
  start: ICAL.Time,
  horizon: IsoDate,
): boolean {
  const [rule] = rulesOf(component);
  if (!rule || !isBare(rule) || !stepOf(rule) || start.isDate) return false;
  const last = Math.min(secondsAt(horizon), rule.until ? localSeconds(rule.until) : Infinity);
  return Math.min(rule.count ?? Infinity, (last - localSeconds(start)) / stepOf(rule)) > most;
}
