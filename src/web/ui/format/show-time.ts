import { formatTime } from "#domain/format-time.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/** "10:00 AM", in Chinese "10:00". */
export const showTime = (time: string): string => formatTime(time, currentLanguage());
