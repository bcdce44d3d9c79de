import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { type InstalmentLine, isTaxLine } from "./instalments.ts";
import { ratesOn, type TaxName, type TaxRate } from "./tax-rates.ts";
import { taxedAmount } from "./taxes.ts";

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

/** Adds bills up by tax, rate and city. Older orders have taxes without names: they are in no sum. */
export class BilledTaxes {
  readonly #sums = new Map<string, BilledTax>();

  add({ city, rates, day, lines, isTakenBack }: TaxedBill): void {
    for (const { tax, amount } of lines.filter(isTaxLine)) {
      const rate = ratesOn(rates, day).find(({ name }) => name === tax.name);
      const sum = this.#sumOf(tax, city);
      sum[isTakenBack ? "taxedBack" : "taxed"] += rate ? taxedAmount(lines, rate) : 0;
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
