import { addDays, daysBetween, earlier, type IsoDate, later } from "#domain/dates.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import type { Period } from "#domain/pricing/instalments.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";

/** Days without a usable car, the last one included. */
export type RepairRange = { from: IsoDate; until: IsoDate };

/** Whether a line takes days in repair off a price. */
export const isRepairLine = ({ kind }: Pick<PriceLine, "kind">): boolean =>
  kind === "repair" || kind === "repair_insurance";

/** Days of each time in repair that the renter pays for: the first one. */
const borneDays = 1;

/**
 * Returns the times in repair among the driven days, each without the renter's own days at its end, so that as
 * many days are left as are given back. A day is given back for the car that was in repair on the day before.
 * Ranges that overlap or follow one another are one time; nobody pays for a day that isn't driven, so none of it
 * is given back.
 */
export function repairTimes(ranges: readonly RepairRange[], driven: readonly Period[]): Period[] {
  const lacking = ranges
    .flatMap(({ from, until }) =>
      driven.map(({ startsOn, endsOn }) => ({
        startsOn: later(from, startsOn),
        endsOn: earlier(addDays(until, 1), endsOn),
      })),
    )
    .filter(({ startsOn, endsOn }) => startsOn < endsOn)
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  const times: Period[] = [];
  for (const days of lacking) {
    const last = times.at(-1);
    if (!last || days.startsOn > last.endsOn) times.push({ ...days });
    else last.endsOn = later(last.endsOn, days.endsOn);
  }
  return times
    .map(({ startsOn, endsOn }) => ({ startsOn, endsOn: addDays(endsOn, -borneDays) }))
    .filter(({ startsOn, endsOn }) => startsOn < endsOn);
}

/** Returns how many days without a usable car are given back: of each time in repair every day after the first. */
export const repairDaysBack = (ranges: readonly RepairRange[], driven: readonly Period[]): number =>
  repairTimes(ranges, driven).reduce((sum, { startsOn, endsOn }) => sum + daysBetween(startsOn, endsOn), 0);

/**
 * Returns the lines of a rental whose car is gone sooner: if fewer repair days are given back for the `left` days
 * than for all `driven` days, the amount taken off falls in proportion.
 */
export function withFewerRepairs(
  lines: readonly PriceLine[],
  ranges: readonly RepairRange[],
  { driven, left }: { driven: readonly Period[]; left: readonly Period[] },
): PriceLine[] {
  const [before, now] = [repairDaysBack(ranges, driven), repairDaysBack(ranges, left)];
  if (now >= before) return [...lines];
  return lines
    .map((line) =>
      isRepairLine(line) ? { ...line, amount: -divideHalfUp(-line.amount * now, before) } : line,
    )
    .filter((line) => !isRepairLine(line) || line.amount !== 0);
}

/**
 * Returns the lines that take days in repair off a price: a day of the rental after its discount, and a day of its
 * insurance, each times the days and rounded once. No line takes off more than there is.
 */
export function repairLines(lines: readonly PriceLine[], days: number, back: number): PriceLine[] {
  const counted = Math.min(back, days);
  const partOf = (...kinds: PriceLine["kind"][]): Cents => {
    const whole = lines.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0);
    return divideHalfUp(Math.max(0, whole) * counted, days);
  };
  const taken: PriceLine[] = [
    { kind: "repair", amount: -partOf("rental", "duration_discount", "early_return_cap") },
    { kind: "repair_insurance", amount: -partOf("insurance") },
  ];
  return taken.filter(({ amount }) => amount !== 0);
}
