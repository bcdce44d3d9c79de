import type { DateRange } from "#domain/pricing/availability.ts";
import { addDays, addMonths, daysBetween, type IsoDate } from "#domain/dates.ts";

/** A day's state for the user: past, taken, among the chosen dates ("mine"), or free. */
export type DayState = "past" | "taken" | "mine" | "free";
export type CalendarDay = {
  date: IsoDate;
  number: number;
  state: DayState;
  isFirst: boolean;
  isLast: boolean;
};
export type CalendarMonth = { first: IsoDate; blanks: number; days: CalendarDay[] };
export type Calendar = { today: IsoDate; taken: readonly DateRange[]; mine?: DateRange | undefined };

const sunday = "2023-01-01";

/**
 * `count` whole months from the present one on. `blanks` are the cells before the first day in a week that
 * begins on Sunday.
 */
export function calendarMonths({ today, taken, mine }: Calendar, count: number): CalendarMonth[] {
  const start = `${today.slice(0, 8)}01`;
  return Array.from({ length: count }, (_, place) => {
    const first = addMonths(start, place);
    const length = daysBetween(first, addMonths(first, 1));
    const days = Array.from({ length }, (_, day) => {
      const date = addDays(first, day);
      const state = stateOf(date, { today, taken, mine });
      return {
        date,
        number: day + 1,
        state,
        isFirst: state === "mine" && date === mine?.from,
        isLast: state === "mine" && date === mine?.until,
      };
    });
    return { first, blanks: daysBetween(sunday, first) % 7, days };
  });
}

function stateOf(date: IsoDate, { today, taken, mine }: Calendar): DayState {
  if (date < today) return "past";
  if (taken.some((range) => holds(range, date))) return "taken";
  return mine && holds(mine, date) ? "mine" : "free";
}

const holds = ({ from, until }: DateRange, date: IsoDate): boolean => from <= date && date <= until;

/** Runs of days with the same state, with the start and length of each as a percentage of the month. */
export function stretches({ days }: CalendarMonth): { state: DayState; start: number; length: number }[] {
  const found: { state: DayState; start: number; length: number }[] = [];
  const share = 100 / days.length;
  for (const [place, { state }] of days.entries()) {
    const last = found.at(-1);
    if (last?.state === state) last.length += share;
    else found.push({ state, start: place * share, length: share });
  }
  return found;
}
