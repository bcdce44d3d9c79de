import { daysBetween, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { partOf } from "#domain/payments/earnings.ts";

/** What was credited for days, or for none. */
export type CreditedDays = { startsOn: IsoDate | null; endsOn: IsoDate | null; amount: Cents };

/**
 * What hosts' shares have cost us by a day, that day included: each in equal parts by the days that it is for, as those
 * earn; what is for none at once.
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
