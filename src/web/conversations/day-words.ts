import { brand } from "#domain/brand.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { dateFormat } from "#domain/date-format.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";

export const dayOf = (instant: string): string => dateInLosAngeles(Date.parse(instant));

/** "Today", or the date. Both are days in Los Angeles. */
export const showDay = (day: string, now = Date.now()): string =>
  day === dateInLosAngeles(now) ? m.conversations_today() : showDate(day);

/** "3:15 PM" on Los Angeles's clocks. */
export const showTime = (instant: string): string =>
  dateFormat(currentLanguage(), {
    timeZone: brand.timeZone,
    timeStyle: "short",
  }).format(Date.parse(instant));
