import { describe, expect, it } from "vitest";
import { type CarCounts, tally } from "./car-counts.ts";

describe("tally", () => {
  const part = (brand: string, city: string, count: number, lowestPrice: number): CarCounts => ({
    category: "Sedan",
    brand,
    city,
    state: "CA",
    count,
    lowestPrice,
  });
  const counts = [
    part("Ford", "Fremont", 2, 70_000),
    part("Audi", "Fremont", 1, 90_000),
    part("Ford", "San Jose", 3, 60_000),
  ];

  it("a tally adds up equal names and keeps the lowest price", () => {
    expect([...tally(counts, ({ brand }) => brand)]).toEqual([
      ["Ford", { count: 5, lowestPrice: 60_000 }],
      ["Audi", { count: 1, lowestPrice: 90_000 }],
    ]);
    expect(tally(counts, ({ city }) => city).get("Fremont")).toEqual({ count: 3, lowestPrice: 70_000 });
  });

  it("a tally of no counts is empty", () => {
    expect(tally([], ({ brand }) => brand).size).toBe(0);
  });
});
