import { daysBetween, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { partOf } from "#domain/payments/earnings.ts";

/** A credit for days, or for no days. */
export type CreditedDays = { startsOn: IsoDate | null; endsOn: IsoDate | null; amount: Cents };

/**
 * Returns what hosts' shares have cost us up to and including a day. A share that is for days costs an equal part each
 * day; one for no days costs all at once.
 */
export function hostCostBy(credits: readonly CreditedDays[], on: IsoDate): Cents {
  const ofDays = Map.groupBy(credits, ({ startsOn, endsOn }) => `${startsOn} ${endsOn}`);
  return [...ofDays.values()].reduce((cost, same) => {
    const amount = same.reduce((sum, credit) => sum + credit.amount, 0);
    return cost + costOf({ ...same[0], amount }, on);
  }, 0);
}

function costOf({ startsOn, endsOn, amount }: Partial<CreditedDays> & { amount: Cents }, on: IsoDate): Cents {
  if (!startsOn || !endsOn) return amount;
  const days = daysBetween(startsOn, endsOn);
  return partOf(amount, Math.max(0, Math.min(daysBetween(startsOn, on) + 1, days)), days);
}
