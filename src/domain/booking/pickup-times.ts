import { addDays, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";

/** Cars are handed over between these times, Los Angeles time, inclusive. */
export const earliestPickup = "09:00";
export const latestPickup = "20:00";
export const defaultPickupTime = "10:00";

/** A car ordered for the same day is brought this many hours from now at the earliest, unless the renter names a time. */
const sameDayHours = 2;

/** Whether a text is a time "HH:MM" within the handover hours. */
export const isPickupTime = (text: string): boolean =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text) && text >= earliestPickup && text <= latestPickup;

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Every half hour in which cars are handed over: "09:00" to "20:00". */
export const handoverTimes: readonly string[] = Array.from(
  { length: (minutes(latestPickup) - minutes(earliestPickup)) / 30 + 1 },
  (_, index) => {
    const time = minutes(earliestPickup) + index * 30;
    return `${twoDigits(Math.floor(time / 60))}:${twoDigits(time % 60)}`;
  },
);

/** Whether a car can no longer be brought at a time of a day, Los Angeles time. `now` in milliseconds since 1970. */
export const isTimePast = (date: IsoDate, time: string, now: number): boolean =>
  instantInLosAngeles(date, time) < now;

/** Whether no car is handed over anymore on a day, Los Angeles time. `now` in milliseconds since 1970. */
export const isDayOver = (date: IsoDate, now: number): boolean => isTimePast(date, latestPickup, now);

/** The first day on which a renter can still get a car: today in Los Angeles, or tomorrow once today is over. */
export function firstPickupDay(now: number): IsoDate {
  const today = dateInLosAngeles(now);
  return isDayOver(today, now) ? addDays(today, 1) : today;
}

/** The pickup time: the chosen one, unless it has already passed; otherwise the usual one. */
export const pickupTimeOf = (pickupDate: IsoDate, chosen: string | null, now: number): string =>
  chosen && !isTimePast(pickupDate, chosen, now) ? chosen : usualPickupTime(pickupDate, now);

/**
 * The pickup time if nobody chooses one: 10:00. For a pickup today: the first half hour from 10:00 on that is at
 * least two hours away, or else 20:00. Los Angeles time; `now` in milliseconds since 1970.
 */
export function usualPickupTime(pickupDate: IsoDate, now: number): string {
  if (pickupDate !== dateInLosAngeles(now)) return defaultPickupTime;
  const soonest = now + sameDayHours * hour;
  const left = handoverTimes.find(
    (time) => time >= defaultPickupTime && !isTimePast(pickupDate, time, soonest),
  );
  return left ?? latestPickup;
}
