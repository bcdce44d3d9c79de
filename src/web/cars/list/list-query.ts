import { type CarSort, carSorts } from "#domain/cars/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import { address } from "#web/cars/address.ts";
import { beforeWords } from "./cars-before.ts";
import { type ChosenDates, chosenDates } from "#web/cars/chosen-dates.ts";

/** What somebody looks for on the list, as its address says it. */
export type ListQuery = {
  q: string;
  category: string;
  brand: string;
  location: string;
  sort: CarSort | "";
  cursor: string;
  dates: ChosenDates;
};

export function readListQuery(query: URLSearchParams, today: IsoDate): ListQuery {
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
export function listQuery({ dates, ...filters }: ListQuery) {
  const words = Object.entries(filters).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(words), ...dates.rental } as Partial<Omit<ListQuery, "dates">> &
    Partial<ChosenDates["typed"]>;
}

/** The list's address with some wishes changed. Another wish begins at the first page. */
export function listAddress(
  { dates, ...filters }: ListQuery,
  changes: Partial<Omit<ListQuery, "dates">>,
  before?: number,
): string {
  return address("/cars", { ...filters, ...dates.typed, cursor: "", ...changes, ...beforeWords(before) });
}

export const isFiltered = ({ q, category, brand, location, sort, dates }: ListQuery): boolean =>
  [q, category, brand, location, sort, dates.typed.pickupDate, dates.typed.returnDate].some(
    (value) => value !== "",
  );
