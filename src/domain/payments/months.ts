import { addMonths, type IsoDate } from "#domain/dates.ts";

export const monthOf = (day: IsoDate): string => day.slice(0, 7);

/** A month may be closed from the first day of the next. */
export const isMonthOver = (month: string, today: IsoDate): boolean => month < monthOf(today);

/**
 * Returns the day that a transaction is booked on: its own day, or the first day of the next open month if its own
 * month is closed.
 */
export function dayInBooks(on: IsoDate, closed: ReadonlySet<string>): IsoDate {
  if (!closed.has(monthOf(on))) return on;
  let first = `${monthOf(on)}-01`;
  while (closed.has(monthOf(first))) first = addMonths(first, 1);
  return first;
}

/**
 * Whether somebody may reopen a month: whoever closed it needs another who manages payments, where there is one.
 * `isAlone` where there is none.
 */
export function mayReopen({
  closedBy,
  by,
  others,
}: {
  closedBy: string;
  by: string;
  /** How many more manage payments. */
  others: number;
}): { may: boolean; isAlone: boolean } {
  const isOwn = closedBy === by;
  return { may: !isOwn || others === 0, isAlone: others === 0 };
}
