import { categories } from "#domain/cars/cars.ts";
import { isDate } from "#domain/dates.ts";
import { formatWholeMoney, parseMoney } from "#domain/money.ts";
import { categoryWord, cityWord } from "#web/cars/vocabulary.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import type { ShownBrand } from "./load-list.ts";
import type { ListChanges, ListQuery } from "./list-query.ts";

/** An active filter: its words, and the changes that remove it from the address. */
export type ChosenFilter = { key: string; words: string; without: ListChanges };

/** The active filters, in the order of the form. The sort order isn't a filter. */
export function chosenFilters(query: ListQuery, brands: readonly ShownBrand[]): ChosenFilter[] {
  const { q, category, brand, model, location, seats, range, stay, carplay } = query;
  const one = (key: keyof ListChanges, value: string, words: (value: string) => string): ChosenFilter[] =>
    value === "" ? [] : [{ key, words: words(value), without: { [key]: "" } }];
  const known = categories.find((name) => isSame(name, category));
  return [
    ...one("q", q, (words) => m.cars_chip_words({ words })),
    ...one("category", category, (name) => (known ? categoryWord(known) : name)),
    ...one("brand", brand, (name) => brands.find((one) => isSame(one.name, name))?.label ?? name),
    ...one("model", model, (name) => name),
    ...one("location", location, (name) => cityWord(name).text),
    ...chosenPrices(query),
    ...chosenYears(query),
    ...one("seats", seats, (count) => m.cars_chip_seats({ count })),
    ...one("range", range, (count) => m.cars_chip_range({ count })),
    ...one("stay", stay, (count) => m.cars_chip_stay({ count })),
    ...one("carplay", carplay, () => m.car_carplay()),
    ...chosenRental(query),
  ];
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function chosenPrices({ minPrice, maxPrice }: ListQuery): ChosenFilter[] {
  const [from, until] = [shownPrice(minPrice), shownPrice(maxPrice)];
  const without = { minPrice: "", maxPrice: "" };
  if (from && until) return [{ key: "price", words: m.cars_chip_price({ from, until }), without }];
  if (from) return [{ key: "price", words: m.cars_chip_price_from({ price: from }), without }];
  return until ? [{ key: "price", words: m.cars_chip_price_until({ price: until }), without }] : [];
}

/** A text that isn't a price is shown as it was typed, so that the user can still recognize and remove it. */
function shownPrice(typed: string): string {
  const cents = parseMoney(typed);
  return cents === undefined ? typed : formatWholeMoney(cents, currentLanguage());
}

function chosenYears({ fromYear: from, toYear: until }: ListQuery): ChosenFilter[] {
  const without = { fromYear: "", toYear: "" };
  if (from && until) return [{ key: "years", words: m.cars_chip_years({ from, until }), without }];
  if (from) return [{ key: "years", words: m.cars_chip_year_from({ year: from }), without }];
  return until ? [{ key: "years", words: m.cars_chip_year_until({ year: until }), without }] : [];
}

function chosenRental({ dates: { typed } }: ListQuery): ChosenFilter[] {
  const [from, until] = [typed.pickupDate, typed.returnDate].map((date) =>
    isDate(date) ? showDate(date) : date,
  );
  const words = from && until ? m.car_range({ from, until }) : from || until;
  return words ? [{ key: "dates", words, without: { pickupDate: "", returnDate: "" } }] : [];
}
