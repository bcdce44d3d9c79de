import type { City } from "#domain/cars/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { TaxableKind } from "./taxable-kinds.ts";

/** A tax as the setting names it. Of entries with one name, the latest that has begun is the rate. */
export type TaxRate = {
  name: string;
  /** The tax's Chinese name; without it, Chinese texts use `name` too. */
  zh?: string;
  /** With at most four decimals. */
  percent: number;
  from: IsoDate;
  /** The cities with this tax; without the list, every city. */
  cities?: City[];
  on: TaxableKind[];
};

export type TaxName = Pick<TaxRate, "name" | "zh" | "percent">;

/** The rates of a city, as an order keeps them. Without a city, only the rates that hold everywhere. */
export const ratesIn = (rates: readonly TaxRate[], city: string | null | undefined): TaxRate[] =>
  rates.filter(({ cities }) => !cities || cities.some((one) => one === city));

/** The rates on a day, one for each name. */
export function ratesOn(rates: readonly TaxRate[], day: IsoDate): TaxRate[] {
  const current = new Map<string, TaxRate>();
  for (const rate of rates.filter(({ from }) => from <= day)) {
    const known = current.get(rate.name);
    if (!known || known.from < rate.from) current.set(rate.name, rate);
  }
  return [...current.values()];
}

/** Whether rentals in a city are taxed, by the rates of all cities. */
export const isTaxedIn = (rates: readonly TaxRate[], city: string | undefined, day: IsoDate): boolean =>
  ratesOn(ratesIn(rates, city), day).some(({ on }) => on.includes("rental"));

/** Whether rentals in a city are taxed; if the city is unknown, whether they are taxed in some city. */
export function taxIn(
  rates: readonly TaxRate[],
  city: string | undefined,
  day: IsoDate,
): "taxed" | "taxed_somewhere" | "untaxed" {
  if (isTaxedIn(rates, city, day)) return "taxed";
  const isAsked =
    city === undefined && rates.some(({ cities = [] }) => cities.some((one) => isTaxedIn(rates, one, day)));
  return isAsked ? "taxed_somewhere" : "untaxed";
}

/** What a tax is called: its name and rate. */
export const taxLabel = ({ name, zh, percent }: TaxName, language: Language): string =>
  `${(language === "zh" && zh) || name} ${percent}%`;
