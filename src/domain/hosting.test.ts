import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ComparableCar, hostingEstimate } from "./hosting.ts";

const car = (monthlyPrice: number, year = 2022, city = "Fremont"): ComparableCar => ({
  monthlyPrice,
  year,
  city,
});
const wanted = { year: 2022, city: "San Jose", hostSharePercent: 80 };

describe("the hosting estimate", () => {
  it("the hosting estimate is empty without comparable cars", () => {
    expect(hostingEstimate([], wanted)).toBeUndefined();
  });

  it("the hosting estimate takes the middle price less discount and our share, for 6 to 11 months", () => {
    expect(hostingEstimate([car(70_000), car(90_000), car(75_000)], wanted)).toEqual({
      comparableCars: 3,
      carsInTown: 0,
      monthlyPrice: 75_000,
      // 750 × 6 × 95 % × 80 % and 750 × 11 × 95 % × 80 %.
      yearLow: 342_000,
      yearHigh: 627_000,
    });
  });

  it("the hosting estimate takes the halfway point of an even number of prices", () => {
    expect(hostingEstimate([car(70_000), car(80_000)], wanted)?.monthlyPrice).toBe(75_000);
  });

  it.each([
    ["the same year", 2022, 100_000],
    ["two years newer", 2024, 104_000],
    ["three years older", 2019, 94_000],
    ["no more than eight years newer", 2040, 116_000],
    ["no more than eight years older", 1990, 84_000],
  ])("the hosting estimate moves prices towards the year of the car: %s", (_words, year, price) => {
    expect(hostingEstimate([car(100_000, 2022)], { ...wanted, year })?.monthlyPrice).toBe(price);
  });

  it("the hosting estimate weighs the city's own prices from three cars on", () => {
    const elsewhere = [car(80_000), car(80_000), car(80_000), car(80_000)];
    const two = [car(100_000, 2022, "San Jose"), car(100_000, 2022, "San Jose")];
    expect(hostingEstimate([...elsewhere, ...two], wanted)).toMatchObject({
      monthlyPrice: 80_000,
      carsInTown: 2,
    });
    expect(hostingEstimate([...elsewhere, ...two, car(100_000, 2022, "San Jose")], wanted)).toMatchObject({
      monthlyPrice: 90_000,
      carsInTown: 3,
    });
  });

  it("the hosting estimate stays near its prices and never exceeds the rent", () => {
    const cars = fc.array(
      fc.record({
        monthlyPrice: fc.integer({ min: 1, max: 10_000_000 }),
        year: fc.integer({ min: 1990, max: 2030 }),
        city: fc.constantFrom("San Jose", "Fremont"),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(cars, fc.integer({ min: 1990, max: 2030 }), (cars, year) => {
        const estimate = hostingEstimate(cars, { ...wanted, year });
        const prices = cars.map(({ monthlyPrice }) => monthlyPrice);
        expect(estimate?.monthlyPrice).toBeGreaterThanOrEqual(Math.min(...prices) * 0.84 - 50);
        expect(estimate?.monthlyPrice).toBeLessThanOrEqual(Math.max(...prices) * 1.16 + 50);
        expect(estimate?.yearLow).toBeLessThanOrEqual(estimate?.yearHigh ?? 0);
        expect(estimate?.yearHigh).toBeLessThanOrEqual((estimate?.monthlyPrice ?? 0) * 11);
      }),
    );
  });
});
