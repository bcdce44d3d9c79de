import { addDays, addMonths, daysBetween, isDate, type IsoDate, later } from "#domain/dates.ts";

export const spans = ["month", "quarter", "year"] as const;
export type Span = (typeof spans)[number];
/** The days that the calendar shows: whole months from the first of one on. */
export type ShownSpan = { span: Span; from: IsoDate; until: IsoDate };

const months: Record<Span, number> = { month: 1, quarter: 3, year: 12 };
/** Years from today within which days are shown. */
const yearsAround = 5;

const firstOfMonth = (date: IsoDate): IsoDate => `${date.slice(0, 8)}01`;

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
  return { span, from, until: addDays(addMonths(from, months[span]), -1) };
}

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

export const daysOf = ({ from, until }: Pick<ShownSpan, "from" | "until">): IsoDate[] =>
  Array.from({ length: daysBetween(from, until) + 1 }, (_, at) => addDays(from, at));
