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
import { isZone, nameZones, offsetAt } from "./calendar-zones.ts";
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
  const ranges = [...joined(events)].flatMap((event) => rangesOf(event, { ...span, zone }));
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

/** Each event once, in its last version; recurring events with their changed occurrences. */
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
    const whole = newestOf(components.filter((component) => !isChanged(component)));
    // If one occurrence was changed twice, the parser takes the later change.
    const exceptions = components
      .filter(isChanged)
      .toSorted((one, other) => revisionOf(one) - revisionOf(other));
    const [series] = whole;
    if (series && whole.length === 1) for (const exception of exceptions) nameOccurrenceAs(series, exception);
    for (const component of whole.flatMap(byRule))
      yield new ICAL.Event(component, { exceptions: whole.length === 1 ? exceptions : [] });
    // A changed occurrence whose series the file lacks, or holds twice, counts as an event of its own.
    if (whole.length !== 1)
      for (const component of exceptions) yield new ICAL.Event(component, { exceptions: [] });
  }
}

/** One event for each recurrence rule: of several rules the parser would follow only one to its end. */
function byRule(component: ICAL.Component): ICAL.Component[] {
  const [name, properties, inner] = component.jCal as [
    string,
    [name: string, ...rest: unknown[]][],
    unknown[],
  ];
  const isRule = ([property]: [string, ...unknown[]]) => property === "rrule";
  const rules = properties.filter(isRule);
  if (rules.length < 2) return [component];
  const others = properties.filter((property) => !isRule(property));
  return rules.map((rule) => new ICAL.Component([name, [...others, rule], inner]));
}

const revisionOf = (component: ICAL.Component): number =>
  Number(component.getFirstPropertyValue("sequence") ?? 0) || 0;

/** The newest revision of the events with one UID; several events if none is newer. */
function newestOf(components: readonly ICAL.Component[]): ICAL.Component[] {
  const newest = Math.max(...components.map(revisionOf));
  return components.filter((component) => revisionOf(component) === newest);
}

/**
 * Names a changed occurrence in the same form as its series: the parser finds it only by the same text, and some
 * programs name it in another zone, or by its day.
 */
function nameOccurrenceAs(series: ICAL.Component, exception: ICAL.Component): void {
  const start = series.getFirstPropertyValue("dtstart");
  const property = exception.getFirstProperty("recurrence-id");
  const named = property?.getFirstValue();
  if (!property || !(start instanceof ICAL.Time) || !(named instanceof ICAL.Time)) return;
  const floats = [start, named].some(({ zone }) => zone === ICAL.Timezone.localTimezone);
  let same: ICAL.Time;
  if (start.isDate || named.isDate) {
    if (start.isDate && named.isDate) return;
    same = start.clone();
    same.year = named.year;
    same.month = named.month;
    same.day = named.day;
  } else if (floats || start.zone.tzid === named.zone.tzid) return;
  else same = named.convertToZone(start.zone);
  property.resetType(same.isDate ? "date" : "date-time");
  property.setValue(same);
}

const isFreeTime = ({ component }: ICAL.Event): boolean =>
  String(component.getFirstPropertyValue("transp")).toUpperCase() === "TRANSPARENT" ||
  String(component.getFirstPropertyValue("status")).toUpperCase() === "CANCELLED";

/** The days to read, and the zone for times without a zone. */
type Reading = CalendarSpan & { zone: string };

const within = ({ from, until }: DayRange, { today, horizon }: CalendarSpan): DayRange[] =>
  from > horizon || until < today ? [] : [{ from: later(from, today), until: earlier(until, horizon) }];

function rangesOf(event: ICAL.Event, { today, horizon, zone }: Reading): DayRange[] {
  if (!event.component.hasProperty("dtstart")) throw new UnreadableCalendar("unreadable");
  const found: DayRange[] = [];
  const take = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): void => {
    if (!isFreeTime(item)) found.push(...within(daysOf(start, end, zone), { today, horizon }));
  };
  for (const { start, end } of listedPeriods(event.component)) take(event, start, end);
  if (!event.isRecurring()) {
    take(event, event.startDate, event.endDate);
    return found;
  }
  completeRule(event);
  // Days that are listed one by one come in addition to the first.
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

/** Further times that are listed with their own ends, which the parser doesn't support; removed from the event. */
function listedPeriods(component: ICAL.Component): Period[] {
  const listed = component.getAllProperties("rdate").filter(({ type }) => type === "period");
  for (const property of listed) component.removeProperty(property);
  return periodsOf(listed);
}

/** The 29th of February comes every four years: in other years the parser would take the 1st of March. */
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
