import ICAL from "ical.js";
import { floats, nameZones } from "./calendar-zones.ts";
import { daySeconds } from "./rules.ts";

/** Each event once, in its last version: alone, or one for each rule of it, with its changed occurrences. */
export function* joined(found: readonly ICAL.Component[]): Generator<ICAL.Event[]> {
  const byId = new Map<string, ICAL.Component[]>();
  let unnamed = 0;
  for (const component of found) {
    nameZones(component);
    roundLength(component);
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
    if (series && whole.length === 1) {
      for (const exception of exceptions) nameOccurrenceAs(series, exception);
      yield byRule(series).map((component) => new ICAL.Event(component, { exceptions }));
      continue;
    }
    // A changed occurrence whose series the file lacks, or holds twice, counts as an event of its own.
    for (const component of [...whole, ...exceptions])
      yield byRule(component).map((one) => new ICAL.Event(one, { exceptions: [] }));
  }
}

/** A length in hours doesn't lengthen a whole day for the parser: such a length becomes days. */
function roundLength(component: ICAL.Component): void {
  const [start, length] = ["dtstart", "duration"].map((name) => component.getFirstPropertyValue(name));
  if (!(start instanceof ICAL.Time) || !start.isDate || !(length instanceof ICAL.Duration)) return;
  const seconds = Math.ceil(length.toSeconds() / daySeconds) * daySeconds;
  component.updatePropertyWithValue("duration", ICAL.Duration.fromSeconds(seconds));
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
  let same: ICAL.Time;
  if (start.isDate || named.isDate) {
    if (start.isDate && named.isDate) return;
    same = start.clone();
    same.year = named.year;
    same.month = named.month;
    same.day = named.day;
  } else if ([start, named].some(floats) || start.zone.tzid === named.zone.tzid) return;
  else same = named.convertToZone(start.zone);
  property.resetType(same.isDate ? "date" : "date-time");
  property.setValue(same);
}
