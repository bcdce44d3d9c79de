import { addDays, addMonths, daysBetween, earlier, isDate, type IsoDate, later } from "#domain/dates.ts";

export const spans = ["month", "quarter", "year", "two-years"] as const;
export type Span = (typeof spans)[number];
/** The days that the calendar shows: whole months from the first of one on. */
export type ShownSpan = { span: Span; from: IsoDate; until: IsoDate };
type Days = Pick<ShownSpan, "from" | "until">;

const months: Record<Span, number> = { month: 1, quarter: 3, year: 12, "two-years": 24 };
/** Years from today within which days are shown. */
const yearsAround = 5;

export const firstOfMonth = (date: IsoDate): IsoDate => `${date.slice(0, 8)}01`;

/** The span in the address: this month by default, and never more than `yearsAround` years from today. */
export function readSpan(query: URLSearchParams, today: IsoDate): ShownSpan {
  const span = spans.find((one) => one === query.get("span")) ?? "month";
  const from = query.get("from") ?? "";
  return spanFrom(span, isDate(from) ? from : today, today);
}

/** A span that begins with a day's month. */
export function spanFrom(span: Span, date: IsoDate, today: IsoDate): ShownSpan {
  const earliest = firstOfMonth(addMonths(today, -12 * yearsAround));
  const latest = firstOfMonth(addMonths(today, 12 * yearsAround));
  const wanted = later(firstOfMonth(date), earliest);
  const from = wanted < latest ? wanted : latest;
  return { span, from, until: lastOf(span, from) };
}

const lastOf = (span: Span, from: IsoDate): IsoDate => addDays(addMonths(from, months[span]), -1);

/** The span with these days. */
export const spanOf = ({ from, until }: Days): ShownSpan => ({
  span: spans.find((one) => lastOf(one, from) === until) ?? "month",
  from,
  until,
});

/** The span that is `steps` times its own length later, or earlier. */
export const spanAfter = ({ span, from }: ShownSpan, steps: number, today: IsoDate): ShownSpan =>
  spanFrom(span, addMonths(from, steps * months[span]), today);

/** The query of the address. The current month, where the page begins, needs none. */
export function spanQuery({ span, from }: ShownSpan, today: IsoDate): Record<string, string> {
  return {
    ...(span !== "month" && { span }),
    ...(from !== firstOfMonth(today) && { from }),
  };
}

/** The shown day that is nearest to a date. */
export const within = ({ from, until }: Days, date: IsoDate): IsoDate => earlier(later(date, from), until);

export const countOf = ({ from, until }: Days): number => daysBetween(from, until) + 1;

/** The shown day at a part of the width, from 0 to 1. Beyond the ends, it is the first or the last day. */
export function dayAt(shown: Days, part: number): IsoDate {
  const last = countOf(shown) - 1;
  return addDays(shown.from, Math.min(Math.max(Math.floor(part * (last + 1)), 0), last));
}

/** The place of some shown days in the width, as CSS knows it. */
export const columnOf = (shown: Days, { start, length }: { start: number; length: number }) => ({
  left: `${(start / countOf(shown)) * 100}%`,
  width: `${(length / countOf(shown)) * 100}%`,
});
