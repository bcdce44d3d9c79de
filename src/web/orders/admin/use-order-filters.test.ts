import { expect, test } from "vitest";
import { isFiltered, noFilters, readOrderFilters, withWords } from "./use-order-filters.ts";

test.each([
  ["", {}],
  ["search=+Wei+&status=confirmed&time=week", { search: "Wei", status: "confirmed", time: "week" }],
  ["status=lost&time=year&status=pending&attention=none&sort=colour&direction=up&pickupFrom=2026-02-30", {}],
  [
    "attention=without_car&sort=total&direction=asc",
    { attention: "without_car", sort: "total", direction: "asc" },
  ],
  ["pickupFrom=2026-12-01&returnUntil=2027-02-28", { pickupFrom: "2026-12-01", returnUntil: "2027-02-28" }],
  [`search=${"x".repeat(200)}`, { search: "x".repeat(100) }],
])("the filters %j are read from the address", (query, filters) => {
  const read = readOrderFilters(new URLSearchParams(query));
  expect(read).toEqual({ ...noFilters, sort: "placed", direction: "desc", ...filters });
  expect(isFiltered(read)).toBe(Object.keys(filters).some((name) => name in noFilters));
});

test("the filters' address keeps its other values and leaves out empty ones", () => {
  const query = new URLSearchParams("tab=orders&status=pending&search=wei");
  expect(String(withWords(query, { status: "", search: "", time: "all", order: "7" }))).toBe(
    "tab=orders&order=7",
  );
});
