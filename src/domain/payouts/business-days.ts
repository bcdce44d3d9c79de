import { addDays, type IsoDate, toDayNumber } from "#domain/dates.ts";

/**
 * Days on which the Federal Reserve Banks pay nothing, and so no bank does: the holidays of the Uniform Monday
 * Holiday Act and the fixed ones, with Juneteenth since 2022. Source:
 * https://www.frbservices.org/about/holiday-schedules
 */
const fixed = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const;
/** Month, weekday (Sunday is 0) and which of these weekdays in the month; -1 is the last. */
const floating = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const;

const juneteenthSince = "2022-06-19";

// 1 January 1970 was a Thursday.
const weekday = (on: IsoDate): number => (((toDayNumber(on) + 4) % 7) + 7) % 7;
const dayOfMonth = (on: IsoDate): number => Number(on.slice(8, 10));
const monthOfYear = (on: IsoDate): number => Number(on.slice(5, 7));

function isFixed(on: IsoDate): boolean {
  if (on < juneteenthSince && on.endsWith("-06-19")) return false;
  return fixed.some(([month, day]) => month === monthOfYear(on) && day === dayOfMonth(on));
}

function isFloating(on: IsoDate): boolean {
  const place = Math.ceil(dayOfMonth(on) / 7);
  const isLast = monthOfYear(addDays(on, 7)) !== monthOfYear(on);
  return floating.some(
    ([month, day, wanted]) =>
      month === monthOfYear(on) && day === weekday(on) && (wanted === -1 ? isLast : wanted === place),
  );
}

/**
 * Whether the Federal Reserve Banks are closed for a holiday. A holiday on a Sunday closes them on the Monday; a
 * holiday on a Saturday closes them on no other day.
 */
export const isBankHoliday = (on: IsoDate): boolean =>
  isFloating(on) || isFixed(on) || (weekday(on) === 1 && isFixed(addDays(on, -1)));

export const isBusinessDay = (on: IsoDate): boolean =>
  weekday(on) !== 0 && weekday(on) !== 6 && !isBankHoliday(on);

/** The day that is this many business days after another day, which may be any day. */
export function addBusinessDays(on: IsoDate, count: number): IsoDate {
  let day = on;
  for (let left = count; left > 0; left -= isBusinessDay(day) ? 1 : 0) day = addDays(day, 1);
  return day;
}
