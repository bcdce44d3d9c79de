import { cities, type City } from "#domain/cars/cars.ts";
import { readTaxRates } from "#domain/pricing/tax-setting.ts";
import type { TaxableKind } from "#domain/pricing/taxable-kinds.ts";

/** A tax as somebody types it: its values may be incomplete. */
export type TypedTax = {
  key: string;
  name: string;
  zh: string;
  percent: string;
  from: string;
  on: TaxableKind[];
  cities: City[];
};

let made = 0;
const newKey = () => `tax-${++made}`;

export const emptyTax = (): TypedTax => ({
  key: newKey(),
  name: "",
  zh: "",
  percent: "",
  from: "",
  on: ["rental"],
  cities: [],
});

/** Returns the setting's taxes as rows of a form; an empty list if the text can't be read. */
export function readTypedTaxes(written: string): TypedTax[] {
  const read = readTaxRates(written || "[]");
  if ("error" in read) return [];
  return read.rates.map(({ name, zh = "", percent, from, on, cities: named = [] }) => ({
    key: newKey(),
    name,
    zh,
    percent: String(percent),
    from,
    on,
    cities: cities.filter((city) => named.includes(city)),
  }));
}

/** The setting's text. A rate that isn't a number stays as it was typed, so that the server refuses it. */
export const writeTypedTaxes = (taxes: readonly TypedTax[]): string =>
  JSON.stringify(
    taxes.map(({ name, zh, percent, from, on, cities: named }) => ({
      name: name.trim(),
      ...(zh.trim() && { zh: zh.trim() }),
      percent: /^\d+(\.\d+)?$/.test(percent.trim()) ? Number(percent) : percent,
      from,
      ...(named.length > 0 && { cities: named }),
      on,
    })),
  );
