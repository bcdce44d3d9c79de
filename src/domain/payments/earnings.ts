import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { monthRange } from "./finance.ts";
import type { InstalmentLine, Period } from "#domain/pricing/instalments.ts";
import { accountOf, isEarnedByDay, type RevenueAccount, revenueAccounts } from "./ledger.ts";
import { monthOf } from "./months.ts";

/** An instalment that stands and is in the ledger. */
export type BilledInstalment = Period & { dueOn: IsoDate; lines: readonly InstalmentLine[] };

type Earnings = Record<RevenueAccount, Cents>;

const hasDays = ({ startsOn, endsOn }: Period): boolean => startsOn < endsOn;

/**
 * The days on which an instalment is earned, the end excluded: its own days. An instalment that a change added
 * beside the months is earned over the rest of the rental.
 */
export function daysOf(instalment: BilledInstalment, rental: Period): Period {
  const isOfRest = !hasDays(instalment) && instalment.lines.some(({ kind }) => isEarnedByDay(kind));
  if (!isOfRest || instalment.startsOn >= rental.endsOn) return instalment;
  const { startsOn } = instalment;
  return { startsOn: startsOn < rental.startsOn ? rental.startsOn : startsOn, endsOn: rental.endsOn };
}

/**
 * The revenue, by account, that the instalments billed by a day have earned to the end of that day. Each line is
 * earned in equal parts over its instalment's days, rounded by the sum so far, so that the days sum to the cent.
 */
export function earnedBy(billed: readonly BilledInstalment[], rental: Period, on: IsoDate): Earnings {
  const earned = Object.fromEntries(revenueAccounts.map((account) => [account, 0])) as Earnings;
  for (const instalment of billed.filter(({ dueOn }) => dueOn <= on)) {
    const { startsOn, endsOn } = daysOf(instalment, rental);
    const days = daysBetween(startsOn, endsOn);
    const passed = Math.max(0, Math.min(daysBetween(startsOn, on) + 1, days));
    for (const { kind, amount } of instalment.lines) {
      const account = accountOf(kind);
      if (account) earned[account] += isEarnedByDay(kind) ? partOf(amount, passed, days) : amount;
    }
  }
  return earned;
}

/** The part of an amount that `passed` of its `days` have earned. */
export function partOf(amount: Cents, passed: number, days: number): Cents {
  if (days === 0) return amount;
  const part = divideHalfUp(Math.abs(amount) * passed, days);
  return amount < 0 ? -part : part;
}

/** The last day on which the instalments earn something; undefined where nothing is earned by the day. */
export const lastEarningDay = (billed: readonly BilledInstalment[], rental: Period): IsoDate | undefined =>
  billed
    .map((instalment) => daysOf(instalment, rental))
    .filter(hasDays)
    .map(({ endsOn }) => addDays(endsOn, -1))
    .toSorted()
    .at(-1);

/** From the first day of a rental's months to the day on which the last one ends; nothing where it has none. */
export function rentalOf(months: readonly Period[]): Period {
  const days = months.filter(hasDays);
  const startsOn = days.map((month) => month.startsOn).toSorted()[0] ?? "1900-01-01";
  return {
    startsOn,
    endsOn:
      days
        .map(({ endsOn }) => endsOn)
        .toSorted()
        .at(-1) ?? startsOn,
  };
}

/**
 * The days up to which earnings are posted one after the other: the last of every month that has ended since, so that
 * each month has its own, and today.
 */
export function postingDays(since: IsoDate, today: IsoDate): IsoDate[] {
  const days: IsoDate[] = [];
  for (let end = monthRange(monthOf(since)).to; end < today; end = monthRange(monthOf(addDays(end, 1))).to)
    days.push(end);
  return [...days, today];
}
