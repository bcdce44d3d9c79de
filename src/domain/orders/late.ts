import { addDays, type IsoDate } from "#domain/dates.ts";

/** Hours after which the back office sees a pickup or a return as late; the cost of lateness goes by days. */
export const lateAfterHours = 1;

/** Whether a pickup or return of a date and "HH:MM" is late at Los Angeles's time `now`, "2026-11-22T15:15". */
export function isLate(date: IsoDate, time: string, now: string): boolean {
  const hour = Number(time.slice(0, 2)) + lateAfterHours;
  const day = addDays(date, Math.floor(hour / 24));
  return `${day}T${String(hour % 24).padStart(2, "0")}${time.slice(2)}` <= now;
}
