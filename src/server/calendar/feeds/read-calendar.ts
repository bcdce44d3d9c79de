import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { brand } from "#domain/brand.ts";
import {
  type CalendarError,
  countDays,
  type DayRange,
  distinctRanges,
  feedLimits,
} from "#domain/calendar/feeds.ts";
import { addDays, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";

/** From `today` until `horizon`, both days of Los Angeles included. */
export type CalendarSpan = { today: IsoDate; horizon: IsoDate };
/** The days of each event, those of the same span once. */
export type ReadCalendar = { events: number; ranges: DayRange[] };

class UnreadableCalendar extends Error {
  readonly code: CalendarError;
  constructor(code: CalendarError) {
    super(code);
    this.code = code;
  }
}

/**
 * The days that a calendar takes: each day in Los Angeles that an event touches, an end at midnight excepted. What is
 * canceled or marked as free takes none. Answers an error for what isn't a whole calendar, names a time zone that
 * nobody knows, or takes too many days. (RFC 5545.)
 */
export function readCalendar(
  content: Uint8Array,
  span: CalendarSpan,
): ReadCalendar | { error: CalendarError } {
  try {
    const read = parse(textOf(content)).map((calendar) => readOne(calendar, span));
    const distinct = distinctRanges(read.flatMap(({ ranges }) => ranges));
    if (countDays(distinct) > feedLimits.days) return { error: "too_many_days" };
    return { events: read.reduce((sum, { events }) => sum + events, 0), ranges: distinct };
  } catch (error) {
    return { error: error instanceof UnreadableCalendar ? error.code : "unreadable" };
  }
}

function readOne(calendar: ICAL.Component, span: CalendarSpan): ReadCalendar {
  const { events, zone } = eventsIn(calendar);
  const ranges = [...joined(events)].flatMap((event) => rangesOf(event, { ...span, zone }));
  const busy = busyIn(calendar).map(({ start, end }) => daysOf(start, end, zone));
  return {
    events: events.length + busy.length,
    ranges: [...ranges, ...busy.flatMap((range) => within(range, span))],
  };
}

/** UTF-8 as the standard says, or UTF-16 where the file begins so; what is neither is the older programs' Windows-1252. */
function textOf(content: Uint8Array): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

const propertyLine = /^[A-Za-z0-9-]+(?:;[^:\n]{0,2000})?:/;

/** The calendars of a file: one, as a rule. */
function parse(text: string): ICAL.Component[] {
  const ended = text.replace(/\r\n?/g, "\n");
  if (!/^\s*BEGIN:VCALENDAR\s/i.test(ended)) throw new UnreadableCalendar("not_a_calendar");
  if (!/\nEND:VCALENDAR\s*$/i.test(ended)) throw new UnreadableCalendar("cut_short");
  // Unfolded first: a line that is no property then was broken within its words, and goes on with the one before.
  const lines: string[] = [];
  for (const line of ended.replace(/\n[ \t]/g, "").split("\n")) {
    if (line.trim() === "") continue;
    if (propertyLine.test(line) || lines.length === 0) lines.push(line);
    else lines[lines.length - 1] += `\\n${line}`;
  }
  const parsed: unknown = ICAL.parse(lines.join("\r\n"));
  if (!Array.isArray(parsed)) throw new UnreadableCalendar("not_a_calendar");
  const calendars: unknown[] = typeof parsed[0] === "string" ? [parsed] : parsed;
  return calendars.filter((one) => Array.isArray(one)).map((jCal) => new ICAL.Component(jCal));
}

/**
 * The events of a calendar, each apart from it, and the zone that times without one are meant in: within the calendar,
 * the zone of every time would be looked for among all that it holds. What it says of zones is known for it alone.
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
const busyIn = (calendar: ICAL.Component): { start: ICAL.Time; end: ICAL.Time }[] =>
  calendar
    .getAllSubcomponents("vfreebusy")
    .flatMap((component) => component.getAllProperties("freebusy"))
    .filter((property) => !/^free$/i.test(property.getFirstParameter("fbtype")))
    .flatMap((property) => property.getValues())
    .filter((period) => period instanceof ICAL.Period)
    .map((period) => ({ start: period.start, end: period.getEnd() }));

/** Each event once, those that recur with the occurrences that were changed. */
function* joined(found: readonly ICAL.Component[]): Generator<ICAL.Event> {
  const byId = new Map<string, ICAL.Component[]>();
  let unnamed = 0;
  for (const component of found) {
    nameZones(component);
    const uid = String(component.getFirstPropertyValue("uid") ?? `unnamed ${unnamed++}`);
    const named = byId.get(uid);
    if (named) named.push(component);
    else byId.set(uid, [component]);
  }
  for (const components of byId.values()) {
    const isChanged = (component: ICAL.Component) => component.hasProperty("recurrence-id");
    const whole = components.filter((component) => !isChanged(component));
    const exceptions = components.filter(isChanged);
    for (const component of whole)
      yield new ICAL.Event(component, { exceptions: whole.length === 1 ? exceptions : [] });
    // A changed occurrence of what the file doesn't hold, or holds twice, stands for itself.
    if (whole.length !== 1)
      for (const component of exceptions) yield new ICAL.Event(component, { exceptions: [] });
  }
}

/** Zones that an event names and the file doesn't describe are those of the world's list, or of Windows'. */
function nameZones(component: ICAL.Component): void {
  for (const property of component.getAllProperties()) {
    const name = property.getFirstParameter("tzid");
    if (!name || ICAL.TimezoneService.has(name)) continue;
    const zone = isZone(name) ? name : findIana(name)[0];
    if (zone === undefined) throw new UnreadableCalendar("unknown_time_zone");
    ICAL.TimezoneService.register(new WorldZone(zone), name);
  }
}

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

class WorldZone extends ICAL.Timezone {
  constructor(name: string) {
    super({ tzid: name });
  }
  /** Seconds east of Greenwich at a local time. */
  override utcOffset(time: ICAL.Time): number {
    return offsetAt(time, this.tzid);
  }
}

function offsetAt({ year, month, day, hour, minute, second }: ICAL.Time, zone: string): number {
  const local = new Temporal.PlainDateTime(year, month, day, hour, minute, second);
  return local.toZonedDateTime(zone).offsetNanoseconds / 1e9;
}

const isFreeTime = ({ component }: ICAL.Event): boolean =>
  String(component.getFirstPropertyValue("transp")).toUpperCase() === "TRANSPARENT" ||
  String(component.getFirstPropertyValue("status")).toUpperCase() === "CANCELLED";

/** The days to read, and the zone that times without one are meant in. */
type Reading = CalendarSpan & { zone: string };

const within = ({ from, until }: DayRange, { today, horizon }: CalendarSpan): DayRange[] =>
  from > horizon || until < today ? [] : [{ from: later(from, today), until: earlier(until, horizon) }];

function rangesOf(event: ICAL.Event, { today, horizon, zone }: Reading): DayRange[] {
  if (!event.component.hasProperty("dtstart")) throw new UnreadableCalendar("unreadable");
  const found: DayRange[] = [];
  const take = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): void => {
    if (!isFreeTime(item)) found.push(...within(daysOf(start, end, zone), { today, horizon }));
  };
  if (!event.isRecurring()) {
    take(event, event.startDate, event.endDate);
    return found;
  }
  completeRule(event);
  // Days that are listed one by one come beside the first.
  if (!event.component.hasProperty("rrule")) take(event, event.startDate, event.endDate);
  const occurrences = event.iterator();
  const tooMany = feedLimits.days * 24;
  for (let next = occurrences.next(), each = 0; next; next = occurrences.next(), each++) {
    if (dayOf(next, zone) > horizon) break;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    take(item, startDate, endDate);
    if (found.length > tooMany) throw new UnreadableCalendar("too_many_days");
  }
  return found;
}

/** The 29th of February comes every four years: the parser takes it for the 1st of March in the others. */
function completeRule({ component, startDate: { month, day } }: ICAL.Event): void {
  for (const property of component.getAllProperties("rrule")) {
    const rule = property.getFirstValue();
    const isBare = rule instanceof ICAL.Recur && Object.keys(rule.parts).length === 0;
    if (!isBare || rule.freq !== "YEARLY" || month !== 2 || day !== 29) continue;
    rule.setComponent("BYMONTH", [month]);
    rule.setComponent("BYMONTHDAY", [day]);
  }
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

/** Milliseconds since 1970. */
function instantOf(time: ICAL.Time, zone: string): number {
  const floats = time.zone === ICAL.Timezone.localTimezone;
  const { year, month, day, hour, minute, second } = time;
  return floats
    ? Date.UTC(year, month - 1, day, hour, minute, second) - offsetAt(time, zone) * 1000
    : time.toUnixTime() * 1000;
}
