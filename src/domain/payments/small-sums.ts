import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { leftToPay } from "./payments.ts";

type AskedSum = { amount: Cents; paid: Cents; dueOn: IsoDate };

/**
 * Answers what may be asked for by a day: nothing where the sum is less than can be paid. It waits for what falls due
 * next, or is the desk's to collect.
 */
export function askedBy(asked: readonly AskedSum[], by: IsoDate, least: Cents): Cents {
  const due = leftToPay(asked, by);
  return due < least ? 0 : due;
}

/** A sum that is due and can't be paid by itself; `joinsNext` where more falls due that it is paid with. */
export type SmallSum = { amount: Cents; joinsNext: boolean };

/** What is due by a day and too little to be paid; undefined where there is nothing such. */
export function smallSumOf(asked: readonly AskedSum[], by: IsoDate, least: Cents): SmallSum | undefined {
  const due = leftToPay(asked, by);
  if (due === 0 || due >= least) return undefined;
  return { amount: due, joinsNext: leftToPay(asked) >= least };
}

/**
 * Answers the sums to tell of, the earliest due first: each sum with what was due before it and was too little to be paid by
 * itself. What is too little at the end is told of by nobody.
 */
export function emailedTogether<T extends { left: Cents }>(open: readonly T[], least: Cents): T[] {
  let small = 0;
  return open.flatMap((one) => {
    const left = small + one.left;
    small = left < least ? left : 0;
    return left < least ? [] : [{ ...one, left }];
  });
}
