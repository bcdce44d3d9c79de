import { type CarSort, carSorts } from "#domain/cars/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import { carListParameters } from "#domain/site/pages.ts";
import { address } from "#web/cars/address.ts";
import { type ChosenDates, chosenDates } from "#web/ui/chosen-dates.ts";
import { beforeWords } from "./cars-before.ts";

/** The addresses of the list. A user stays at the address where they arrived. */
export type ListPath = "/cars" | "/search";

type Parameter = (typeof carListParameters)[number];

/** The search on the list as the address states it, and which of the two addresses it is. */
export type ListQuery = Record<Exclude<Parameter, "make" | "sort">, string> & {
  path: ListPath;
  sort: CarSort | "";
  dates: ChosenDates;
};
export type ListChanges = Partial<
  Omit<ListQuery, "path" | "sort" | "dates"> & { sort: string; pickupDate: string; returnDate: string }
>;

/** The order of a list whose address names none. */
export const usualSort = "recommended" satisfies CarSort;

export function readListQuery(path: ListPath, query: URLSearchParams, firstDay: IsoDate): ListQuery {
  const { make, ...words } = Object.fromEntries(
    carListParameters.map((name) => [name, query.get(name)?.trim() ?? ""]),
  ) as Record<Parameter, string>;
  const sort = carSorts.find((known) => known === words.sort) ?? "";
  return { ...words, brand: words.brand || make, path, sort, dates: chosenDates(query, firstDay) };
}

/** The query for the API. Dates that make no rental are left out; the page shows their error. */
export function listQuery({ dates, path: _path, ...filters }: ListQuery): Record<string, string> {
  const words = Object.entries(filters).filter(([, value]) => value !== "");
  return { sort: usualSort, ...Object.fromEntries(words), ...dates.rental };
}

/** The list's address with some filters changed. Another filter begins at the first page. */
export function listAddress(
  { dates, path, ...filters }: ListQuery,
  changes: ListChanges = {},
  before?: number,
): string {
  const words = { ...filters, ...dates.typed, cursor: "", ...changes };
  const sort = words.sort === usualSort ? "" : words.sort;
  return address(path, { ...words, sort, ...beforeWords(before) });
}

/** Whether any filter is active. The sort order doesn't count. */
export const isFiltered = ({ dates, path: _path, sort: _sort, ...filters }: ListQuery): boolean =>
  [...Object.values(filters), ...Object.values(dates.typed)].some((value) => value !== "");
