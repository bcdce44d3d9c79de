import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";

/** Days without a usable car, the last one included. */
export type RepairRange = { from: IsoDate; until: IsoDate };

/** Whether a line takes days in repair off a price. */
export const isRepairLine = ({ kind }: Pick<PriceLine, "kind">): boolean =>
  kind === "repair" || kind === "repair_insurance";

/** Days of each time in repair that are the renter's to bear: the first. */
const borneDays = 1;

/**
 * Returns how many days without a usable car are given back: of each time in repair every day after the first. Ranges
 * that overlap or follow one another are one time.
 */
export function repairDaysBack(ranges: readonly RepairRange[]): number {
  const times: RepairRange[] = [];
  for (const range of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = times.at(-1);
    if (!last || range.from > addDays(last.until, 1)) times.push({ ...range });
    else if (range.until > last.until) last.until = range.until;
  }
  return times.reduce((sum, { from, until }) => sum + daysBetween(from, until) + 1 - borneDays, 0);
}

/**
 * Returns the lines that take days in repair off a price: a day of the rental after its discount, and a day of its
 * insurance, each times the days and rounded once. None takes more than there is.
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
