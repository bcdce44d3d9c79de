import { mostCountedCars } from "#domain/cars/cars.ts";

const name = "before";

/** How many cars the pages before a later one showed, as its address says it; 0 where that can't be. */
export function carsBefore(query: URLSearchParams, shown: number, total: number): number {
  const before = query.get("cursor") ? Number(query.get(name)) : 0;
  return Number.isInteger(before) && before > 0 && (before + shown <= total || total === mostCountedCars)
    ? before
    : 0;
}

export const beforeWords = (before: number | undefined): Record<string, string> =>
  before ? { [name]: String(before) } : {};
