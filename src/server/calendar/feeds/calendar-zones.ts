import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { UnreadableCalendar } from "./unreadable-calendar.ts";

/** Finds time zones that events name and the file doesn't describe: in the IANA list, or in Windows' list. */
export function nameZones(component: ICAL.Component): void {
  for (const property of component.getAllProperties()) {
    const name = property.getFirstParameter("tzid");
    if (!name || ICAL.TimezoneService.has(name)) continue;
    const zone = zoneNamed(name);
    if (zone === undefined) throw new UnreadableCalendar("unknown_time_zone");
    ICAL.TimezoneService.register(new WorldZone(zone), name);
  }
}

/** A zone's name behind some program's own path: "/freeassociation.sourceforge.net/America/Los_Angeles". */
const behindPath = /^\/(?:.*\/)?([A-Z][A-Za-z]+\/[A-Za-z_+-]+)$/;

const zoneNamed = (name: string): string | undefined =>
  [name, behindPath.exec(name)?.[1], findIana(name)[0]].find((zone) => zone !== undefined && isZone(zone));

/** Whether Temporal can compute times in a zone; Intl's formats know some more names, such as "PST". */
export const isZone = (name: string): boolean => {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== "";
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

export function offsetAt({ year, month, day, hour, minute, second }: ICAL.Time, zone: string): number {
  const local = new Temporal.PlainDateTime(year, month, day, hour, minute, second);
  return local.toZonedDateTime(zone).offsetNanoseconds / 1e9;
}

export const floats = ({ zone }: ICAL.Time): boolean => zone === ICAL.Timezone.localTimezone;

/** Milliseconds since 1970; `zone` is that of times without one. */
export function instantOf(time: ICAL.Time, zone: string): number {
  const { year, month, day, hour, minute, second } = time;
  return floats(time)
    ? Date.UTC(year, month - 1, day, hour, minute, second) - offsetAt(time, zone) * 1000
    : time.toUnixTime() * 1000;
}
