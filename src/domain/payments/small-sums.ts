import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { leftToPay } from "./payments.ts";

type AskedSum = { amount: Cents; paid: Cents; dueOn: IsoDate };

/**
 * Returns the sum that may be asked for by a day: 0 if the sum is too small to be paid. Then it waits for the next
 * sum that falls due, or administrators collect it.
 */
export function askedBy(asked: readonly AskedSum[], by: IsoDate, least: Cents): Cents {
  const due = leftToPay(asked, by);
  return due < least ? 0 : due;
}

/** A due sum that is too small to be paid by itself; `joinsNext` if it can be paid with later sums. */
export type SmallSum = { amount: Cents; joinsNext: boolean };

/** The sum due by a day if it is too small to be paid; otherwise undefined. */
export function smallSumOf(asked: readonly AskedSum[], by: IsoDate, least: Cents): SmallSum | undefined {
  const due = leftToPay(asked, by);
  if (due === 0 || due >= least) return undefined;
  return { amount: due, joinsNext: leftToPay(asked) >= least };
}

/**
 * Returns the sums for emails, the earliest due first: each with the earlier sums that were too small to be paid
 * by themselves. No email names a sum that is too small at the end.
 */
export function emailedTogether<T extends { left: Cents }>(open: readonly T[], least: Cents): T[] {
  let small = 0;
  return open.flatMap((one) => {
    const left = small + one.left;
    small = left < least ? left : 0;
    return left < least ? [] : [{ ...one, left }];
  });
}
