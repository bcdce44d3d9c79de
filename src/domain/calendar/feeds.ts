import { addDays, addMonths, daysBetween, type IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { outgoingErrors } from "#domain/outgoing-errors.ts";

/**
 * Limits for calendars of other services, from which we read a car's taken days. The reasons for the numbers are
 * in docs/decisions/2026-11-27-calendars-of-other-services.md.
 */
export const feedLimits = {
  /** Bytes of one calendar. */
  bytes: 1_048_576,
  /** The most milliseconds that fetching one takes. */
  fetching: 10_000,
  /** Milliseconds for reading one. */
  reading: 10_000,
  redirects: 3,
  monthsAhead: 24,
  /** Days that all events of one calendar may take together; events on the same days count once. */
  days: 5_000,
  /** Calendars for one car. */
  feeds: 5,
  /** Minutes from one reading to the next. */
  minutes: 30,
  /** The most minutes between two readings of a calendar that keeps failing. */
  mostMinutes: 360,
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

/** Why we don't have a calendar's days: we couldn't reach it, couldn't read it, or failed to save them. */
export const feedErrors = [...outgoingErrors, ...calendarErrors, "not_taken"] as const;
export type FeedErrorCode = (typeof feedErrors)[number];

/** Days of a calendar, first and last included. */
export type DayRange = { from: IsoDate; until: IsoDate };

/** The day up to which a calendar is read. */
export const feedHorizon = (today: IsoDate): IsoDate => addMonths(today, feedLimits.monthsAhead);

/** An address with `https:` in place of the `webcal:` that programs write for calendars to follow. */
export const withoutWebcal = (address: string): string => address.trim().replace(/^webcals?:/i, "https:");

const failingHours = 24;

/** Whether to inform a host that a calendar keeps failing: once, after a day without a successful reading. */
export const isToTellFailing = (
  { errorSince, failingAnnouncedAt }: { errorSince: Date; failingAnnouncedAt: Date | null },
  now: number,
): boolean => failingAnnouncedAt === null && now - errorSince.getTime() >= failingHours * hour;

/**
 * Minutes until the next reading of a calendar that has failed this many times in a row. One that takes too long to
 * read holds up everybody else's, and another try soon doesn't change that.
 */
export const minutesUntilNext = (failures: number, error?: FeedErrorCode): number =>
  error === "takes_too_long"
    ? feedLimits.mostMinutes
    : Math.min(feedLimits.mostMinutes, feedLimits.minutes * 2 ** Math.max(0, failures - 1));

/** Day ranges in order, each once. */
export const distinctRanges = (ranges: readonly DayRange[]): DayRange[] =>
  [...new Map(ranges.map((range) => [`${range.from}/${range.until}`, range])).values()].toSorted(
    (one, other) => (`${one.from}/${one.until}` < `${other.from}/${other.until}` ? -1 : 1),
  );

export const countDays = (ranges: readonly DayRange[]): number =>
  ranges.reduce((sum, { from, until }) => sum + daysBetween(from, until) + 1, 0);

/**
 * The days of orders on which another service's calendar has an event too. `ranges` are the events' days from
 * `from` on. An event on exactly the days that we publish there is our own, and no clash: the days of one order,
 * or of orders and blocks that follow each other without a gap, which some services merge into one event.
 */
export function clashesOf<Order extends DayRange>(
  ranges: readonly DayRange[],
  { orders, blocks, from }: { orders: readonly Order[]; blocks: readonly DayRange[]; from: IsoDate },
): { order: Order; days: DayRange }[] {
  const ahead = <Span extends DayRange>(spans: readonly Span[]): Span[] =>
    spans.filter(({ until }) => until >= from);
  const sent = [...ahead(orders), ...ahead(blocks)].map((span) => ({
    from: span.from < from ? from : span.from,
    until: span.until,
  }));
  const echoes = new Set([...sent, ...mergedDays(sent)].map((span) => `${span.from}/${span.until}`));
  const others = mergedDays(ranges.filter((range) => !echoes.has(`${range.from}/${range.until}`)));
  return ahead(orders).flatMap((order) =>
    others
      .filter((other) => other.from <= order.until && other.until >= order.from)
      .map((other) => ({
        order,
        days: {
          from: other.from < order.from ? order.from : other.from,
          until: other.until > order.until ? order.until : other.until,
        },
      })),
  );
}

/**
 * The clashes with days of an order that no clash known before had. As days pass, a known clash only shortens; but a car
 * that isn't back makes its own longer by each day up to `today`, which is no news.
 */
export const freshClashes = <Clash extends DayRange & { orderId: string }>(
  found: readonly Clash[],
  known: readonly Clash[],
  today: IsoDate,
): Clash[] => {
  const upToToday = ({ from, until }: DayRange): DayRange => ({
    from,
    until: until === addDays(today, -1) ? today : until,
  });
  return found.filter((clash) => {
    const ofOrder = known.filter(({ orderId }) => orderId === clash.orderId).map(upToToday);
    return daysWithout([clash], ofOrder).length > 0;
  });
};

/** Returns day ranges in order; ranges that touch or overlap become one. */
export function mergedDays(ranges: readonly DayRange[]): DayRange[] {
  const merged: DayRange[] = [];
  for (const { from, until } of ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (last && from <= addDays(last.until, 1)) last.until = until > last.until ? until : last.until;
    else merged.push({ from, until });
  }
  return merged;
}

/** The days of `ranges` that remain without the taken days. */
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
