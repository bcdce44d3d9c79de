import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { type InstalmentLine, isTaxLine } from "./instalments.ts";
import { ratesOn, type TaxName, type TaxRate } from "./tax-rates.ts";
import { hasTaxedBelowZero, taxedAmount } from "./taxes.ts";

/** A billed or taken back instalment, with its order's city and rates, and the day that decides its rates. */
export type TaxedBill = {
  city: string;
  rates: readonly TaxRate[];
  day: IsoDate;
  lines: readonly InstalmentLine[];
  isTakenBack: boolean;
};

/** The amounts of a tax in a city that were billed and taken back, each with the amount that was taxed. */
export type BilledTax = {
  tax: TaxName;
  city: string;
  taxed: Cents;
  billed: Cents;
  taxedBack: Cents;
  takenBack: Cents;
};

/**
 * The amount of a bill that a tax line is about. A bill may carry a difference of an earlier month with that month's rate:
 * such a line is about what its tax comes from, and the line of the bill's own rate about the rest. Where a difference
 * leaves less than nothing of a kind, each line is about what its tax comes from.
 */
function taxedBy(
  tax: TaxName,
  amount: Cents,
  { rates, day, lines }: Pick<TaxedBill, "rates" | "day" | "lines">,
): Cents {
  const rate = ratesOn(rates, day).find(({ name }) => name === tax.name);
  if (rate?.percent !== tax.percent || hasTaxedBelowZero(lines, rate)) return baseOf(amount, tax.percent);
  const carried = lines.filter(isTaxLine).filter((line) => line.tax.name === tax.name);
  return carried.reduce(
    (rest, line) => (line.tax.percent === rate.percent ? rest : rest - baseOf(line.amount, line.tax.percent)),
    taxedAmount(lines, rate),
  );
}

const baseOf = (amount: Cents, percent: number): Cents => Math.round((amount * 100) / percent);

/** Adds bills up by tax, rate and city. Older orders have taxes without names: they are in no sum. */
export class BilledTaxes {
  readonly #sums = new Map<string, BilledTax>();

  add({ city, rates, day, lines, isTakenBack }: TaxedBill): void {
    for (const { tax, amount } of lines.filter(isTaxLine)) {
      const sum = this.#sumOf(tax, city);
      sum[isTakenBack ? "taxedBack" : "taxed"] += taxedBy(tax, amount, { rates, day, lines });
      sum[isTakenBack ? "takenBack" : "billed"] += amount;
    }
  }

  /** The sums, in the order of name, rate and city. */
  sums(): BilledTax[] {
    return [...this.#sums.values()].toSorted(
      (one, other) =>
        one.tax.name.localeCompare(other.tax.name) ||
        one.tax.percent - other.tax.percent ||
        one.city.localeCompare(other.city),
    );
  }

  #sumOf(tax: TaxName, city: string): BilledTax {
    const key = JSON.stringify([tax.name, tax.percent, city]);
    const sum = this.#sums.get(key) ?? { tax, city, taxed: 0, billed: 0, taxedBack: 0, takenBack: 0 };
    this.#sums.set(key, sum);
    return sum;
  }
}
