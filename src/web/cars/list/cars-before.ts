import { mostCountedCars } from "#domain/cars/cars.ts";

const name = "before";

/** The number of cars on the pages before this one, as the address says it. An impossible number counts as 0. */
export function carsBefore(query: URLSearchParams, shown: number, total: number): number {
  const before = query.get("cursor") ? Number(query.get(name)) : 0;
  return Number.isInteger(before) && before > 0 && (before + shown <= total || total === mostCountedCars)
    ? before
    : 0;
}

export const beforeWords = (before: number | undefined): Record<string, string> =>
  before ? { [name]: String(before) } : {};
