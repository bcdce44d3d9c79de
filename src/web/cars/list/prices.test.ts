import { describe, expect, it } from "vitest";
import { moveThumb, plainPrice, priceBounds, priceError, thumbsFor, typedFor } from "./prices.ts";

const bounds = { low: 500, high: 2400 };

describe("a slider of prices", () => {
  it("a price slider ranges from below the lowest price to above the highest", () => {
    expect(priceBounds(51_400, 238_900)).toEqual(bounds);
    expect(priceBounds(50_000, 240_000)).toEqual(bounds);
    expect(priceBounds(undefined, undefined)).toBeUndefined();
    expect(priceBounds(60_000, 60_000)).toBeUndefined();
    expect(priceBounds(61_000, 61_000)).toEqual({ low: 600, high: 625 });
  });

  it.each([
    ["", "", 500, 2400],
    ["900", "", 900, 2400],
    ["", "$1,200", 500, 1200],
    ["100", "9000", 500, 2400],
    ["1200", "900", 900, 900],
    ["cheap", "-1", 500, 2400],
    ["612.50", "700", 612.5, 700],
  ])("a price slider for %j to %j stands at %d and %d", (minPrice, maxPrice, low, high) => {
    expect(thumbsFor({ minPrice, maxPrice }, bounds)).toEqual({ low, high });
  });

  it("one thumb of a price slider never passes the other", () => {
    expect(moveThumb({ low: 600, high: 900 }, "low", 2000)).toEqual({ low: 900, high: 900 });
    expect(moveThumb({ low: 600, high: 900 }, "high", 500)).toEqual({ low: 600, high: 600 });
    expect(moveThumb({ low: 600, high: 900 }, "high", 700)).toEqual({ low: 600, high: 700 });
  });

  it("a price slider at its ends leaves the boxes empty", () => {
    expect(typedFor(bounds, bounds)).toEqual({ minPrice: "", maxPrice: "" });
    expect(typedFor({ low: 600, high: 900 }, bounds)).toEqual({ minPrice: "600", maxPrice: "900" });
  });
});

describe("typed prices", () => {
  it.each([
    ["$1,200", "1200"],
    [" 1 200.50 ", "1200.50"],
    ["1，200", "1200"],
    ["cheap", "cheap"],
  ])("the typed price %j is read as %j", (typed, plain) => {
    expect(plainPrice(typed)).toBe(plain);
  });

  it.each([
    ["", "", undefined],
    ["900", "900", undefined],
    ["$900", "1,000", undefined],
    ["cheap", "", { field: "minPrice", error: "amount" }],
    ["900", "1e3", { field: "maxPrice", error: "amount" }],
    ["-1", "-2", { field: "minPrice", error: "amount" }],
    ["1.005", "", { field: "minPrice", error: "amount" }],
    ["900.01", "900", { field: "minPrice", error: "reversed" }],
  ])("the price range %j to %j has the error %j", (minPrice, maxPrice, error) => {
    expect(priceError({ minPrice, maxPrice })).toEqual(error);
  });
});
