import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";

/** The time in Los Angeles from which due sums are charged. */
export const attemptsBegin = "09:00";
/** The days after an instalment is due on which a saved method is charged. */
export const attemptDays = [0, 1, 3, 5] as const;
/**
 * An instalment that is this many days late is past due: from then on nothing is charged automatically, the rental
 * can't be extended, and an administrator calls.
 */
export const pastDueDays = 8;

/**
 * The number of the attempt for a day, from 0: the latest attempt whose day has come, so that days without our
 * server lead to one charge and not three. Undefined before the due day and once the instalment is past due.
 */
export function attemptOn(dueOn: IsoDate, today: IsoDate): number | undefined {
  const late = daysBetween(dueOn, today);
  if (late >= pastDueDays) return undefined;
  const attempt = attemptDays.findLastIndex((day) => day <= late);
  return attempt < 0 ? undefined : attempt;
}

/** On which day the attempt after this one is made; undefined after the last. */
export function dayOfNext(dueOn: IsoDate, attempt: number): IsoDate | undefined {
  const days = attemptDays[attempt + 1];
  return days === undefined ? undefined : addDays(dueOn, days);
}
