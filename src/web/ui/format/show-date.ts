import { formatDate, type IsoDate } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/** A date as the reader's language writes it. */
export const showDate = (date: IsoDate): string => formatDate(date, currentLanguage());
