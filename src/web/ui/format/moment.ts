import { brand } from "#domain/brand.ts";
import { dateFormat } from "#domain/date-format.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { day, hour, minute } from "#domain/durations.ts";
import { locales } from "#domain/languages.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { showDate } from "./show-date.ts";

const steps = [
  { unit: "day", length: day },
  { unit: "hour", length: hour },
  { unit: "minute", length: minute },
] as const;

/** "12 min ago" or "in 5 hr"; beyond a week the date in Los Angeles. */
export function showAge(instant: string): string {
  const distance = Date.parse(instant) - Date.now();
  if (Math.abs(distance) >= 7 * steps[0].length) return showDate(dateInLosAngeles(Date.parse(instant)));
  const { unit, length } = steps.find(({ length }) => Math.abs(distance) >= length) ?? steps[2];
  return new Intl.RelativeTimeFormat(locales[currentLanguage()], { style: "short", numeric: "auto" }).format(
    Math.trunc(distance / length),
    unit,
  );
}

/** "Nov 22, 2026, 3:15 PM" on Los Angeles's clocks. */
export const showMoment = (instant: string): string =>
  dateFormat(currentLanguage(), {
    timeZone: brand.timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  }).format(Date.parse(instant));
