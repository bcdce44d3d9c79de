import { dateFormat } from "#domain/date-format.ts";
import { day as dayLength, hour as hourLength } from "#domain/durations.ts";
import type { BusinessHours } from "#domain/site/business-hours.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";

/** Midnight at the start of a Sunday: the names of weekdays and hours are formatted from it. */
const sunday = Date.UTC(2026, 0, 4);

/** Browsers and the server put different kinds of space before AM, but the page must be the same in both. */
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
