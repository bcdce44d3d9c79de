import { brand } from "./brand.ts";
import { dateFormat } from "./date-format.ts";
import { day as dayLength } from "./durations.ts";
import type { Language } from "./languages.ts";

/** A calendar date "2026-12-01". It has no time and no zone, so the server's zone can't move it. */
export type IsoDate = string;

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * True for a real calendar date between 1900 and 2199: no 30 February, no date with a time, no other digits.
 */
export function isDate(text: string): boolean {
  const match = isoDate.exec(text);
  if (!match || text < "1900-01-01" || text > "2199-12-31") return false;
  return fromDayNumber(toDayNumber(text)) === text;
}

/** The instant (milliseconds since 1970) at which a date begins in UTC: UTC formatters write it as that date. */
export const startInUtc = (date: IsoDate): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));

/** Days since 1 January 1970, by the calendar alone. */
export const toDayNumber = (date: IsoDate): number => startInUtc(date) / dayLength;

export const fromDayNumber = (day: number): IsoDate => new Date(day * dayLength).toISOString().slice(0, 10);

export const addDays = (date: IsoDate, days: number): IsoDate => fromDayNumber(toDayNumber(date) + days);

/** The later of two dates. */
export const later = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);
export const earlier = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);

/** Calendar days from one date to the other: 1 December to 28 February is 89. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => toDayNumber(to) - toDayNumber(from);

/**
 * The same day `months` later, or the last day of that month if it has no such day: 31 January + 1 is 28 or 29
 * February.
 */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7)) - 1 + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(Number(date.slice(8, 10)), lastDay);
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

const losAngeles = new Intl.DateTimeFormat("en-CA", {
  timeZone: brand.timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The calendar date in Los Angeles at an instant (milliseconds since 1970). */
export const dateInLosAngeles = (instant: number): IsoDate => losAngeles.format(instant);

/** "December 2026" or "2026年12月", of a month that is written "2026-12". */
export const formatMonth = (month: string, language: Language): string =>
  dateFormat(language, { timeZone: "UTC", year: "numeric", month: "long" }).format(Date.parse(`${month}-01`));

/** "Dec 1, 2026" or "2026年12月1日". */
export const formatDate = (date: IsoDate, language: Language): string =>
  datePattern(language, "long").format(startInUtc(date));

/** "Dec 1" or "12月1日", for ranges whose year is clear. */
export const formatDay = (date: IsoDate, language: Language): string =>
  datePattern(language, "short").format(startInUtc(date));

/** Both ends of a range. A year that both share is written once: at the end in English, at the start in Chinese. */
export function formatRange(
  from: IsoDate,
  until: IsoDate,
  language: Language,
): { from: string; until: string } {
  const isOneYear = from.slice(0, 4) === until.slice(0, 4);
  const format = (date: IsoDate, isShort: boolean) => (isShort ? formatDay : formatDate)(date, language);
  return {
    from: format(from, isOneYear && language === "en"),
    until: format(until, isOneYear && language === "zh"),
  };
}

const datePattern = (language: Language, length: "long" | "short"): Intl.DateTimeFormat =>
  dateFormat(language, {
    timeZone: "UTC",
    month: language === "zh" ? "long" : "short",
    day: "numeric",
    ...(length === "long" && { year: "numeric" }),
  });
