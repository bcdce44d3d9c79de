import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { type InstalmentLine, isTaxLine } from "./instalments.ts";
import { ratesOn, type TaxName, type TaxRate } from "./tax-rates.ts";
import { taxedAmount } from "./taxes.ts";

/** An instalment that was billed, or taken back, with the city and the rates of its order, and the day that it is taxed by. */
export type TaxedBill = {
  city: string;
  rates: readonly TaxRate[];
  day: IsoDate;
  lines: readonly InstalmentLine[];
  isTakenBack: boolean;
};

/** What was billed of a tax in a city and what of it was taken back, each with what it is a part of. */
export type BilledTax = {
  tax: TaxName;
  city: string;
  taxed: Cents;
  billed: Cents;
  taxedBack: Cents;
  takenBack: Cents;
};

/** Adds bills up by tax, rate and city. Amounts that an order has from before taxes had names are in none. */
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

  /** By name, rate and city. */
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
