import { brand } from "#domain/brand.ts";

/**
 * Weekdays (0 is Sunday) on which somebody is there, from hour to hour (0 to 24) of the clock in Los Angeles.
 */
export type BusinessHours = readonly {
  readonly days: readonly number[];
  readonly opens: number;
  readonly closes: number;
}[];

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const part = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat)(?:-(Sun|Mon|Tue|Wed|Thu|Fri|Sat))? (\d{1,2})-(\d{1,2})$/;

/**
 * Hours written as "Mon-Fri 8-20, Sat 9-18". Undefined for anything else, for hours that end before they
 * begin, and for a day named twice.
 */
export function readBusinessHours(text: string): BusinessHours | undefined {
  const hours = text.split(",").map((piece) => readPart(piece.trim()));
  const days = hours.flatMap((each) => each?.days ?? []);
  const isWhole = hours.every((each) => each !== undefined) && new Set(days).size === days.length;
  return isWhole ? hours.filter((each) => each !== undefined) : undefined;
}

function readPart(text: string): BusinessHours[number] | undefined {
  const [, first, last = first, from, to] = part.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const [start, length] = [
    weekdays.indexOf(first),
    (weekdays.indexOf(last) - weekdays.indexOf(first) + 7) % 7,
  ];
  const [opens, closes] = [Number(from), Number(to)];
  if (opens >= closes || closes > 24) return undefined;
  return { days: Array.from({ length: length + 1 }, (_, day) => (start + day) % 7), opens, closes };
}

const losAngeles = new Intl.DateTimeFormat("en-US", {
  timeZone: brand.timeZone,
  weekday: "short",
  hour: "numeric",
  hourCycle: "h23",
});

/**
 * Whether somebody is there at an instant (milliseconds since 1970), by the clock on the wall in Los Angeles.
 */
export function isOpenAt(hours: BusinessHours, instant: number): boolean {
  const parts = new Map(losAngeles.formatToParts(instant).map(({ type, value }) => [type, value]));
  const day = weekdays.indexOf(parts.get("weekday") ?? "");
  const hour = Number(parts.get("hour"));
  return hours.some(({ days, opens, closes }) => days.includes(day) && hour >= opens && hour < closes);
}
