import { addMonths, daysBetween, type IsoDate, toDayNumber } from "#domain/dates.ts";
import { countOf, type ShownSpan } from "./span.ts";

/** What lies behind the days of all cars: days that are over, weekends, and lines before days or months. */
export type Band = { kind: "past" | "weekend" | "line" | "today"; start: number; length: number };

/** The day of the week, 0 for Sunday: 1 January 1970 was a Thursday. */
export const weekdayOf = (date: IsoDate): number => (toDayNumber(date) + 4) % 7;

/** The months that are shown, with the positions of their first days. */
export function monthsOf({ from, until }: Pick<ShownSpan, "from" | "until">) {
  const months: { month: string; start: number; length: number }[] = [];
  for (let first = from; first <= until; first = addMonths(first, 1))
    months.push({
      month: first.slice(0, 7),
      start: daysBetween(from, first),
      length: daysBetween(first, addMonths(first, 1)),
    });
  return months;
}

export function bandsOf(shown: ShownSpan, today: IsoDate): Band[] {
  const { span, from, until } = shown;
  const count = countOf(shown);
  const over = Math.min(Math.max(daysBetween(from, today), 0), count);
  const bands: Band[] = over > 0 ? [{ kind: "past", start: 0, length: over }] : [];
  const positions = Array.from({ length: count }, (_, at) => at);
  if (span === "month" || span === "quarter")
    for (const start of positions) {
      const weekday = (weekdayOf(from) + start) % 7;
      if (weekday === 0 || weekday === 6) bands.push({ kind: "weekend", start, length: 1 });
    }
  const lines = span === "month" ? positions : monthsOf(shown).map(({ start }) => start);
  for (const start of lines) if (start > 0) bands.push({ kind: "line", start, length: 1 });
  if (from <= today && today <= until) bands.push({ kind: "today", start: over, length: 1 });
  return bands;
}
