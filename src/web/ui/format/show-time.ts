import { dateFormat } from "#domain/date-format.ts";
import { plainSpaces } from "#domain/local-time.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/** "10:00 AM", in Chinese "10:00". */
export const showTime = (time: string): string =>
  plainSpaces(
    dateFormat(currentLanguage(), { timeZone: "UTC", hour: "numeric", minute: "2-digit" }).format(
      Date.parse(`1970-01-01T${time}Z`),
    ),
  );
