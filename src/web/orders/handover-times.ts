import { dateFormat } from "#domain/date-format.ts";
import { plainSpaces } from "#domain/local-time.ts";
import { earliestPickup, latestPickup } from "#domain/orders/pickup-times.ts";
import { currentLanguage } from "#web/i18n/language.ts";

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const twoDigits = (value: number): string => String(value).padStart(2, "0");
const count = (minutes(latestPickup) - minutes(earliestPickup)) / 30 + 1;

/** Every half hour in which cars are handed over: "09:00" to "20:00". */
export const handoverTimes: readonly string[] = Array.from({ length: count }, (_, index) => {
  const time = minutes(earliestPickup) + index * 30;
  return `${twoDigits(Math.floor(time / 60))}:${twoDigits(time % 60)}`;
});

/** "10:00 AM", in Chinese "10:00". */
export const showTime = (time: string): string =>
  plainSpaces(
    dateFormat(currentLanguage(), {
      timeZone: "UTC",
      hour: "numeric",
      minute: "2-digit",
    }).format(minutes(time) * 60_000),
  );
