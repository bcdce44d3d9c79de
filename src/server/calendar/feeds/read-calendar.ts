import ICAL from "ical.js";
import { brand } from "#domain/brand.ts";
import {
  type CalendarError,
  countDays,
  type DayRange,
  distinctRanges,
  feedLimits,
} from "#domain/calendar/feeds.ts";
import { addDays, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import { calendarLines } from "./calendar-lines.ts";
import { instantOf, isZone } from "./calendar-zones.ts";
import { alignUntil, completeRule, hasMoreThan, isStartLeftOut, startNear } from "./rules.ts";
import { joined } from "./series.ts";
import { UnreadableCalendar } from "./unreadable-calendar.ts";

/** From `today` until `horizon`, both days of Los Angeles included. */
export type CalendarSpan = { today: IsoDate; horizon: IsoDate };
/** The days of all events; the same span stands once. */
export type ReadCalendar = { events: number; ranges: DayRange[] };

/**
 * The days that a calendar takes: each day in Los Angeles that an event touches, but not an end at midnight.
 * Events that are canceled or marked as free take none. Returns an error for a file that isn't a whole calendar,
 * names an unknown time zone, or takes too many days. (RFC 5545.)
 */
export function readCalendar(
  content: Uint8Array,
  span: CalendarSpan,
): ReadCalendar | { error: CalendarError } {
  try {
    const read = parse(content).map((calendar) => readOne(calendar, span));
    const distinct = distinctRanges(read.flatMap(({ ranges }) => ranges));
    if (countDays(distinct) > feedLimits.days) return { error: "too_many_days" };
    return { events: read.reduce((sum, { events }) => sum + events, 0), ranges: distinct };
  } catch (error) {
    return { error: error instanceof UnreadableCalendar ? error.code : "unreadable" };
  }
}

function readOne(calendar: ICAL.Component, span: CalendarSpan): ReadCalendar {
  const { events, zone } = eventsIn(calendar);
  const ranges = [...joined(events)].flatMap((series) => rangesOfSeries(series, { ...span, zone }));
  const busy = busyIn(calendar).map(({ start, end }) => daysOf(start, end, zone));
  return {
    events: events.length + busy.length,
    ranges: [...ranges, ...busy.flatMap((range) => within(range, span))],
  };
}

/** The calendars of a file: usually one. */
function parse(content: Uint8Array): ICAL.Component[] {
  const parsed: unknown = ICAL.parse(calendarLines(content).join("\r\n"));
  if (!Array.isArray(parsed)) throw new UnreadableCalendar("not_a_calendar");
  const calendars: unknown[] = typeof parsed[0] === "string" ? [parsed] : parsed;
  return calendars.filter((one) => Array.isArray(one)).map((jCal) => new ICAL.Component(jCal));
}

/**
 * The events of a calendar, detached from it, and the zone for times without a zone: within the calendar, the
 * parser would search all of it for every time's zone. The calendar's zones are registered for it alone.
 */
function eventsIn(calendar: ICAL.Component): { events: ICAL.Component[]; zone: string } {
  ICAL.TimezoneService.reset();
  for (const described of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(described);
  const named = calendar.getFirstPropertyValue("x-wr-timezone");
  return {
    events: calendar.getAllSubcomponents("vevent").map(({ jCal }) => new ICAL.Component(jCal)),
    zone: typeof named === "string" && isZone(named) ? named : brand.timeZone,
  };
}

/** Times that are published as busy without an event (VFREEBUSY). */
const busyIn = (calendar: ICAL.Component): Period[] =>
  periodsOf(
    calendar
      .getAllSubcomponents("vfreebusy")
      .flatMap((component) => component.getAllProperties("freebusy"))
      .filter((property) => !/^free$/i.test(property.getFirstParameter("fbtype"))),
  );

type Period = { start: ICAL.Time; end: ICAL.Time };
const periodsOf = (properties: readonly ICAL.Property[]): Period[] =>
  properties
    .flatMap((property) => property.getValues())
    .filter((period) => period instanceof ICAL.Period)
    .map((period) => ({ start: period.start, end: period.getEnd() }));

const isFreeTime = ({ component }: ICAL.Event): boolean =>
  String(component.getFirstPropertyValue("transp")).toUpperCase() === "TRANSPARENT" ||
  String(component.getFirstPropertyValue("status")).toUpperCase() === "CANCELLED";

/** The days to read, and the zone for times without a zone. */
type Reading = CalendarSpan & { zone: string };

const within = ({ from, until }: DayRange, { today, horizon }: CalendarSpan): DayRange[] =>
  from > horizon || until < today ? [] : [{ from: later(from, today), until: earlier(until, horizon) }];

/** The days of a series: of its rules' occurrences, and of changed occurrences that no rule comes to (any more). */
function rangesOfSeries(series: readonly ICAL.Event[], reading: Reading): DayRange[] {
  const met = new Set<ICAL.Component>();
  const ranges = series.flatMap((event) => rangesOf(event, reading, met));
  const exceptions: ICAL.Event[] = Object.values(series[0]?.exceptions ?? {});
  const others = exceptions.filter((event) => !met.has(event.component) && !isFreeTime(event));
  return [...ranges, ...others.flatMap((event) => rangesOf(event, reading, met))];
}

/** The days of an event and its occurrences; `met` gets the components that they are described by. */
function rangesOf(
  event: ICAL.Event,
  { today, horizon, zone }: Reading,
  met: Set<ICAL.Component>,
): DayRange[] {
  if (!event.component.hasProperty("dtstart")) throw new UnreadableCalendar("unreadable");
  const found: DayRange[] = [];
  const take = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): void => {
    if (!isFreeTime(item)) found.push(...within(daysOf(start, end, zone), { today, horizon }));
  };
  const takeOccurrence = (at: ICAL.Time): void => {
    const { item, startDate, endDate } = event.getOccurrenceDetails(at);
    met.add(item.component);
    const isFirst = item === event && at.compare(event.startDate) === 0;
    take(item, startDate, isFirst ? event.endDate : endDate);
  };
  for (const { start, end } of listedPeriods(event.component)) take(event, start, end);
  // Most calendars have nothing but such events, thousands of them.
  if (!event.isRecurring() && Object.keys(event.exceptions).length === 0) {
    take(event, event.startDate, event.endDate);
    return found;
  }
  // The first occurrence counts even where its rule doesn't come to it; days that are listed come in addition.
  if (!event.isRecurring() || !isStartLeftOut(event)) takeOccurrence(event.startDate);
  if (!event.isRecurring()) return found;
  completeRule(event);
  alignUntil(event, zone);
  const start = startNear(event, today);
  const tooMany = feedLimits.days * 24;
  if (hasMoreThan(tooMany, event, start, horizon)) throw new UnreadableCalendar("too_many_days");
  const occurrences = event.iterator(start);
  for (let next = occurrences.next(); next; next = occurrences.next()) {
    if (dayOf(next, zone) > horizon) break;
    takeOccurrence(next);
    if (found.length > tooMany) throw new UnreadableCalendar("too_many_days");
  }
  return found;
}

/** Further times that are listed with their own ends, which the parser doesn't support; removed from the event. */
function listedPeriods(component: ICAL.Component): Period[] {
  const listed = component.getAllProperties("rdate").filter(({ type }) => type === "period");
  for (const property of listed) component.removeProperty(property);
  return periodsOf(listed);
}

/** The days in Los Angeles from a start to an end that isn't part of it. */
function daysOf(start: ICAL.Time, end: ICAL.Time, zone: string): DayRange {
  const from = dayOf(start, zone);
  if (start.isDate) return { from, until: later(addDays(dayOf(end, zone), -1), from) };
  const until = dateInLosAngeles(instantOf(end, zone) - 1);
  return { from, until: later(until, from) };
}

const later = (one: IsoDate, other: IsoDate): IsoDate => (one > other ? one : other);
const earlier = (one: IsoDate, other: IsoDate): IsoDate => (one < other ? one : other);

const dayOf = (time: ICAL.Time, zone: string): IsoDate =>
  time.isDate
    ? new Temporal.PlainDate(time.year, time.month, time.day).toString()
    : dateInLosAngeles(instantOf(time, zone));
