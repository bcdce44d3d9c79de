import { expect, it } from "vitest";
import { facetTitle, isFound } from "./facet.ts";
import { readListQuery } from "./list-query.ts";

const list = (query: string, total = 3) => ({
  filters: readListQuery("/cars", new URLSearchParams(query), "2026-11-23"),
  total,
  brands: [{ name: "Toyota" }, { name: "Tesla" }],
});

it.each([
  ["category=SUV", "SUV rentals by the month in the Bay Area", true],
  ["brand=Toyota", "Toyota cars by the month in the Bay Area", true],
  ["location=San+Jose&sort=price_low", "Cars by the month in San Jose", true],
  ["", undefined, true],
  ["search=prius", undefined, true],
  ["category=SUV&brand=Toyota", undefined, false],
  ["brand=Toyota&location=Fremont", undefined, false],
  ["brand=constructor", undefined, true],
  ["category=__proto__", undefined, true],
] as const)("the list of %s has the title %s", (query, title, isIndexed) => {
  expect(facetTitle(list(query))).toBe(title);
  expect(isFound(list(query))).toBe(isIndexed);
});

it("a list without cars has no title and isn't indexed", () => {
  expect(facetTitle(list("brand=Toyota", 0))).toBeUndefined();
  expect([isFound(list("brand=Toyota", 0)), isFound(list("", 0))]).toEqual([false, true]);
});
