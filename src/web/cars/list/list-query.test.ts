import { describe, expect, it } from "vitest";
import { carListParameters } from "#domain/site/pages.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { isFiltered, listAddress, listQuery, readListQuery } from "./list-query.ts";

const today = "2026-11-23";
const read = (query: string, path: "/cars" | "/search" = "/cars") =>
  readListQuery(path, new URLSearchParams(query), today);

const whole =
  "q=hybrid&category=SUV&brand=Toyota&model=RAV4&location=San+Jose&minPrice=700&maxPrice=1500.50&fromYear=2020" +
  "&toYear=2024&seats=5&range=200&stay=60&carplay=true&sort=newest&pickupDate=2027-01-01&returnDate=2027-03-01";

describe("the list's address", () => {
  it.each(["/cars", "/search"] as const)("the address %s is written as it was read", (path) => {
    expect(listAddress(read(whole, path))).toBe(`${path}?${whole}`);
  });

  it("the list reads every parameter that its two addresses have ever had", () => {
    const query = read(whole);
    for (const name of carListParameters)
      expect(name === "make" || name === "cursor" || query[name] !== "", name).toBe(true);
    expect(listAddress(read("make=Tesla&maxPrice=1300&location=", "/search"))).toBe(
      "/search?brand=Tesla&maxPrice=1300",
    );
    expect(listAddress(read("make=Tesla&brand=Kia"))).toBe("/cars?brand=Kia");
  });

  it("a changed filter leads to the first page, and the next page keeps the filters", () => {
    const query = read("brand=Kia&cursor=abc&before=24");
    expect(listAddress(query, { seats: "7" })).toBe("/cars?brand=Kia&seats=7");
    expect(listAddress(query, { cursor: "def" }, 48)).toBe("/cars?brand=Kia&cursor=def&before=48");
  });

  it("the list's address leaves out the usual order and an unknown order", () => {
    expect(listAddress(read("sort=recommended"))).toBe("/cars");
    expect(listAddress(read("sort=cheapest"))).toBe("/cars");
    expect(listAddress(read("sort=newest"), { sort: "" })).toBe("/cars");
  });

  it("the list's address keeps any search words unchanged", () => {
    for (const text of hostileStrings.map((one) => one.toWellFormed().trim())) {
      const to = new URL(listAddress(read(""), { q: text }), "http://localhost");
      expect(to.pathname).toBe("/cars");
      expect(read(to.search).q).toBe(text);
    }
  });
});

describe("the list's request to the API", () => {
  it("the list requests the chosen filters, in the usual order unless another is chosen", () => {
    expect(listQuery(read("seats=7&make=Kia"))).toEqual({ sort: "recommended", seats: "7", brand: "Kia" });
    expect(listQuery(read("sort=name"))).toEqual({ sort: "name" });
  });

  it("the list requests dates only if they make a rental", () => {
    const dates = { pickupDate: "2027-01-01", returnDate: "2027-03-01" };
    expect(listQuery(read(new URLSearchParams(dates).toString()))).toMatchObject(dates);
    for (const query of ["pickupDate=2027-01-01", "pickupDate=2027-01-01&returnDate=2027-01-02"])
      expect(listQuery(read(query))).toEqual({ sort: "recommended" });
  });
});

it.each([
  ["", false],
  ["sort=newest", false],
  ["q=prius", true],
  ["carplay=true", true],
  ["pickupDate=2027-01-01", true],
  ["cursor=abc", true],
])("a list of %j counts as filtered: %s", (query, isAnother) => {
  expect(isFiltered(read(query))).toBe(isAnother);
});
