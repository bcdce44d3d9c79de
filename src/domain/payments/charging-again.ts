import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { attemptDays, attemptOn } from "./attempts.ts";
import { leastCharge } from "./payments.ts";

type FailedInstalment = {
  dueOn: IsoDate;
  amount: Cents;
  paid: Cents;
  /** The number of the last attempt to charge it, from 0; null where there was none. */
  attempted: number | null;
  /** Whether a charge of it has succeeded or is under way. */
  isCharged: boolean;
};

/**
 * Whether an instalment may be charged once more by hand: its tries are over, nothing will charge it by itself, and no
 * charge of it has succeeded or is under way.
 */
export function mayChargeAgain(
  { dueOn, amount, paid, attempted, isCharged }: FailedInstalment,
  today: IsoDate,
): boolean {
  if (attempted === null || isCharged || amount - paid < leastCharge) return false;
  return attempted >= attemptDays.length - 1 || (dueOn <= today && attemptOn(dueOn, today) === undefined);
}
