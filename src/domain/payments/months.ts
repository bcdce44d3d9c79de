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
 * Whether a person may reopen a month. The person who closed it may not, as long as somebody else manages
 * payments. `isAlone` is true if nobody else does.
 */
export function mayReopen({
  closedBy,
  by,
  others,
}: {
  closedBy: string;
  by: string;
  /** How many other people manage payments. */
  others: number;
}): { may: boolean; isAlone: boolean } {
  const isOwn = closedBy === by;
  return { may: !isOwn || others === 0, isAlone: others === 0 };
}
