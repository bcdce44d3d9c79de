import { expect, it } from "vitest";
import { chosenFilters } from "./chosen-filters.ts";
import { listAddress, readListQuery } from "./list-query.ts";

const brands = [{ id: "toyota", name: "Toyota", count: 21, label: "丰田 Toyota" }];

const read = (query: string) => readListQuery("/search", new URLSearchParams(query), "2026-11-23");

it.each([
  ["", []],
  ["sort=newest&cursor=abc", []],
  ["q=prius", ["“prius”"]],
  ["category=suv&brand=Toyota&model=RAV4&location=Fremont", ["SUV", "丰田 Toyota", "RAV4", "Fremont"]],
  ["brand=toyota", ["丰田 Toyota"]],
  ["brand=Zoox", ["Zoox"]],
  ["category=Boat&location=94110", ["Boat", "94110"]],
  ["minPrice=700&maxPrice=1200.50", ["$700–$1,200.50/Month"]],
  ["minPrice=700", ["From $700/Month"]],
  ["maxPrice=cheap", ["Up to cheap/Month"]],
  ["fromYear=2020&toYear=2024", ["2020–2024"]],
  ["fromYear=2020", ["2020 or newer"]],
  ["toYear=2020", ["2020 or older"]],
  [
    "seats=7&range=300&stay=30&carplay=true",
    ["7 seats or more", "300+ miles of range", "Minimum stay: 30 days or fewer", "Apple CarPlay"],
  ],
  ["pickupDate=2027-01-01&returnDate=2027-03-01", ["Jan 1, 2027 to Mar 1, 2027"]],
  ["returnDate=soon", ["soon"]],
])("the filters of %j are shown as %j", (query, words) => {
  expect(chosenFilters(read(query), brands).map((chosen) => chosen.words)).toEqual(words);
});

it("removing one filter keeps all others", () => {
  let query = read(
    "q=a&category=SUV&brand=Kia&model=b&location=Fremont&minPrice=1&maxPrice=2&fromYear=2020&toYear=2021&seats=5" +
      "&range=200&stay=60&carplay=true&pickupDate=2027-01-01&returnDate=2027-03-01&sort=name",
  );
  for (let left = chosenFilters(query, brands); left.length > 0; left = chosenFilters(query, brands)) {
    const [first, ...others] = left;
    query = read(new URL(listAddress(query, first?.without), "http://localhost").search);
    expect(chosenFilters(query, brands)).toEqual(others);
  }
  expect(listAddress(query)).toBe("/search?sort=name");
});
