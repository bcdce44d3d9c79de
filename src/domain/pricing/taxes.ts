import { type ChargeCategory, chargeCategories } from "#domain/charges/categories.ts";
import type { IsoDate } from "#domain/dates.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import type { InstalmentLine, InstalmentLineKind } from "./instalments.ts";
import type { TaxableKind } from "./taxable-kinds.ts";
import { ratesOn, type TaxName, type TaxRate } from "./tax-rates.ts";

export type TaxLine = { kind: "taxes"; amount: Cents; tax: TaxName };
const taxedAs: Record<Exclude<InstalmentLineKind, ChargeCategory>, TaxableKind | undefined> = {
  rental: "rental",
  duration_discount: "rental",
  early_return_cap: "rental",
  repair: "rental",
  promo: "rental",
  kept: "rental",
  insurance: "insurance",
  repair_insurance: "insurance",
  fees: "fees",
  taxes: undefined,
  refunded_twice: undefined,
};
const isCharge = (kind: InstalmentLineKind): kind is ChargeCategory =>
  chargeCategories.some((category) => category === kind);
const taxableOf = (kind: InstalmentLineKind): TaxableKind | undefined =>
  isCharge(kind) ? kind : taxedAs[kind];

/**
 * The tax on an amount, to the nearest cent, half a cent up: California Civil Code section 1656.1, and section 324
 * of the Streamlined Sales and Use Tax Agreement.
 */
export const taxOf = (amount: Cents, { percent }: Pick<TaxRate, "percent">): Cents =>
  amount <= 0 ? 0 : divideHalfUp(amount * Math.round(percent * 10_000), 1_000_000);

/** The sums of lines by taxable kind. */
function taxableSums(lines: readonly InstalmentLine[]): Map<TaxableKind, Cents> {
  const sums = new Map<TaxableKind, Cents>();
  for (const { kind, amount } of lines) {
    const taxable = taxableOf(kind);
    if (taxable) sums.set(taxable, (sums.get(taxable) ?? 0) + amount);
  }
  return sums;
}

/** The sum of the lines that a rate taxes. */
export const taxedAmount = (lines: readonly InstalmentLine[], { on }: Pick<TaxRate, "on">): Cents =>
  [...taxableSums(lines)].reduce(
    (sum, [kind, amount]) => (on.includes(kind) ? sum + Math.max(0, amount) : sum),
    0,
  );

/** Whether lines that a rate taxes sum to less than zero in one of its kinds, such as by a difference of an earlier month. */
export const hasTaxedBelowZero = (lines: readonly InstalmentLine[], { on }: Pick<TaxRate, "on">): boolean =>
  [...taxableSums(lines)].some(([kind, amount]) => amount < 0 && on.includes(kind));

/** The taxes on lines of one period by the rates on its first day: each rate on each taxable kind separately. */
export function taxLines(
  lines: readonly InstalmentLine[],
  rates: readonly TaxRate[],
  day: IsoDate,
): TaxLine[] {
  if (rates.length === 0) return [];
  const bases = taxableSums(lines);
  return ratesOn(rates, day).flatMap((rate): TaxLine[] => {
    const amount = [...bases].reduce(
      (sum, [kind, base]) => (rate.on.includes(kind) ? sum + taxOf(base, rate) : sum),
      0,
    );
    const { name, zh, percent } = rate;
    return amount > 0 ? [{ kind: "taxes", amount, tax: { name, ...(zh && { zh }), percent } }] : [];
  });
}
