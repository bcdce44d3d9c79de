import { dateFormat } from "#domain/date-format.ts";
import { currentLanguage } from "#web/i18n/language.ts";

const named = (month: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(currentLanguage(), { timeZone: "UTC", ...options }).format(Date.parse(`${month}-01`));

/** "Nov" of "2026-11". */
export const shortMonth = (month: string): string => named(month, { month: "short" });

/** "November 2026". */
export const longMonth = (month: string): string => named(month, { month: "long", year: "numeric" });
