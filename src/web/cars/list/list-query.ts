import { type CarSort, carSorts } from "#domain/cars/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import { address } from "#web/cars/address.ts";
import { beforeWords } from "./cars-before.ts";
import { type ChosenDates, chosenDates } from "#web/cars/chosen-dates.ts";

/** What somebody looks for on the list, as its address says it. */
export type ListWish = {
  q: string;
  category: string;
  brand: string;
  location: string;
  sort: CarSort | "";
  cursor: string;
  dates: ChosenDates;
};

export function readListWish(query: URLSearchParams, today: IsoDate): ListWish {
  const read = (name: string): string => query.get(name)?.trim() ?? "";
  return {
    q: read("q"),
    category: read("category"),
    brand: read("brand"),
    location: read("location"),
    sort: carSorts.find((sort) => sort === read("sort")) ?? "",
    cursor: read("cursor"),
    dates: chosenDates(query, today),
  };
}

/** The query of the API. Dates that make no rental are left out: the page says what is wrong with them. */
export function listQuery({ dates, ...wish }: ListWish) {
  const words = Object.entries(wish).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(words), ...dates.rental } as Partial<Omit<ListWish, "dates">> & Partial<ChosenDates["typed"]>;
}

/** The list's address with some wishes changed. Another wish begins at the first page. */
export function listAddress({ dates, ...wish }: ListWish, changes: Partial<Omit<ListWish, "dates">>, before?: number): string {
  return address("/cars", { ...wish, ...dates.typed, cursor: "", ...changes, ...beforeWords(before) });
}

export const isFiltered = ({ q, category, brand, location, sort, dates }: ListWish): boolean =>
  [q, category, brand, location, sort, dates.typed.pickupDate, dates.typed.returnDate].some((value) => value !== "");
