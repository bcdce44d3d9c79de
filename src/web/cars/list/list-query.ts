import { type CarSort, carSorts } from "#domain/cars/cars.ts";
import { carListParameters } from "#domain/site/pages.ts";
import type { IsoDate } from "#domain/dates.ts";
import { address } from "#web/cars/address.ts";
import { beforeWords } from "./cars-before.ts";
import { type ChosenDates, chosenDates } from "#web/cars/chosen-dates.ts";

/** What somebody looks for on the list, as its address says it. */
export type ListQuery = Record<Exclude<(typeof carListParameters)[number], "sort">, string> & {
  sort: CarSort | "";
  dates: ChosenDates;
};

export function readListQuery(query: URLSearchParams, today: IsoDate): ListQuery {
  const words = Object.fromEntries(
    carListParameters.map((name) => [name, query.get(name)?.trim() ?? ""]),
  ) as Record<(typeof carListParameters)[number], string>;
  const sort = carSorts.find((known) => known === words.sort) ?? "";
  return { ...words, sort, dates: chosenDates(query, today) };
}

/** The order of a list whose address names none. */
export const usualSort = "recommended" satisfies CarSort;

/** The query of the API. Dates that make no rental are left out: the page says what is wrong with them. */
export function listQuery({ dates, ...filters }: ListQuery) {
  const words = Object.entries(filters).filter(([, value]) => value !== "");
  return { sort: usualSort, ...Object.fromEntries(words), ...dates.rental } as Partial<
    Omit<ListQuery, "dates">
  > &
    Partial<ChosenDates["typed"]>;
}

/** The list's address with some filters changed. Another filter begins at the first page. */
export function listAddress(
  { dates, ...filters }: ListQuery,
  changes: Partial<Omit<ListQuery, "dates">>,
  before?: number,
): string {
  return address("/cars", { ...filters, ...dates.typed, cursor: "", ...changes, ...beforeWords(before) });
}

export const isFiltered = ({ dates, cursor: _cursor, ...filters }: ListQuery): boolean =>
  [...Object.values(filters), dates.typed.pickupDate, dates.typed.returnDate].some((value) => value !== "");
