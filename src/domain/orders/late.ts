import type { IsoDate } from "#domain/dates.ts";

/** Hours after the agreed time from which a pickup or a return is late to the desk; what it costs goes by days. */
export const lateAfterHours = 1;

/** Whether a pickup or return of a date and "HH:MM" is late at Los Angeles's time `now`, "2026-11-22T15:15". */
export function isLate(date: IsoDate, time: string, now: string): boolean {
  const hour = String(Number(time.slice(0, 2)) + lateAfterHours).padStart(2, "0");
  return `${date}T${hour}${time.slice(2)}` <= now;
}
