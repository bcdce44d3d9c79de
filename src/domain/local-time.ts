import { brand } from "./brand.ts";
import { type IsoDate, startInUtc } from "./dates.ts";
import { hour as hourLength, minute as minuteLength } from "./durations.ts";
import { type Language, locales } from "./languages.ts";

/** The earliest time in Los Angeles for reminders and requests to pay, so that nobody is woken. */
export const earliestReminder = "09:00";

const wallClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: brand.timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/**
 * The instant (milliseconds since 1970) at which clocks in Los Angeles show a date and an "HH:MM". A time
 * that the spring change skips becomes an hour later.
 */
export function instantInLosAngeles(date: IsoDate, time: string): number {
  const wanted =
    startInUtc(date) + Number(time.slice(0, 2)) * hourLength + Number(time.slice(3)) * minuteLength;
  // The offset found for a first guess may be that of the other side of a change; the second look settles it.
  const guess = wanted - offsetAt(wanted);
  const settled = wanted - offsetAt(guess);
  // Within the hour that is skipped the two looks never agree: then the guess is the hour later.
  return offsetAt(settled) === offsetAt(guess) ? settled : guess;
}

/** How far Los Angeles's clocks are ahead of UTC at an instant, in milliseconds (never more than 0). */
function offsetAt(instant: number): number {
  const parts = Object.fromEntries(
    wallClock.formatToParts(instant).map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / minuteLength) * minuteLength;
}

/** "2026-11-22T15:15" on Los Angeles's clocks. */
export const localTimeInLosAngeles = (instant: number): string =>
  new Date(Math.floor(instant / minuteLength) * minuteLength + offsetAt(instant)).toISOString().slice(0, 16);

const momentFormat = (language: Language) =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone: brand.timeZone,
    month: language === "zh" ? "long" : "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
const momentFormats = { en: momentFormat("en"), zh: momentFormat("zh") };

/** "Nov 22, 3:15 PM" on Los Angeles's clocks. */
export const formatMoment = (instant: number, language: Language): string =>
  plainSpaces(momentFormats[language].format(instant));

/** Servers and browsers disagree on the narrow space before AM and PM; their output must be the same. */
export const plainSpaces = (text: string): string => text.replace(/[\u202f\u00a0]/g, " ");
