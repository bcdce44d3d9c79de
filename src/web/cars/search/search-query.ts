import { carSearchParameters } from "#domain/site/pages.ts";
import type { IsoDate } from "#domain/dates.ts";
import { usualSort } from "#web/cars/list/list-query.ts";
import { type ChosenDates, chosenDates } from "#web/cars/chosen-dates.ts";

export const searchFields = carSearchParameters;
export type SearchField = (typeof searchFields)[number];

/** What somebody searches for, as the address says it. */
export type SearchQuery = Record<SearchField, string> & { dates: ChosenDates };

export function readSearchQuery(query: URLSearchParams, today: IsoDate): SearchQuery {
  const words = Object.fromEntries(
    searchFields.map((name) => [name, query.get(name)?.trim() ?? ""]),
  ) as Record<SearchField, string>;
  return { ...words, dates: chosenDates(query, today) };
}

/** The query of the API: dates that make no rental are left out, the page says what is wrong with them. */
export const searchQuery = ({ dates, ...words }: SearchQuery) => ({
  ...words,
  ...dates.rental,
  sort: usualSort,
});

/** The current year and the 29 before it. */
export const searchYears = (today: IsoDate): number[] =>
  Array.from({ length: 30 }, (_, ago) => Number(today.slice(0, 4)) - ago);
