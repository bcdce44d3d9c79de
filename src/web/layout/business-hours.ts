import { dateFormat } from "#domain/date-format.ts";
import { day as dayLength, hour as hourLength } from "#domain/durations.ts";
import type { BusinessHours } from "#domain/site/business-hours.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";

/** A Sunday's midnight: the week's days and hours are told from it. */
const sunday = Date.UTC(2026, 0, 4);

/**
 * Which kind of space stands before AM differs between the server's and browsers' tables; the page must not.
 */
const plain = (words: string): string => words.replace(/\s/g, " ");

/** Business hours, a line for each, in the page's language: "Mon–Fri 8 AM–8 PM". */
export function hoursInWords(hours: BusinessHours): string[] {
  const language = currentLanguage();
  const dayNames = dateFormat(language, { weekday: "short", timeZone: "UTC" });
  const hourNames = dateFormat(language, { hour: "numeric", timeZone: "UTC" });
  const dayName = (weekday = 0) => dayNames.format(sunday + weekday * dayLength);
  const hourName = (hour: number) =>
    language === "zh" ? `${hour}:00` : plain(hourNames.format(sunday + hour * hourLength));
  return hours.map(({ days, opens, closes }) => {
    const named =
      days.length > 1
        ? m.contact_hours_days({ first: dayName(days.at(0)), last: dayName(days.at(-1)) })
        : dayName(days.at(0));
    return `${named} ${hourName(opens)}–${hourName(closes)}`;
  });
}
