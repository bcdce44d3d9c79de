import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, fromDayNumber, toDayNumber } from "#domain/dates.ts";
import { liabilityOptions } from "./insurance.ts";
import { planOf, plans } from "./plans.ts";
import { lineAmount } from "./lines.ts";
import { agreesWithCarTotal, agreesWithPlanTotal, cheaperReturns, promoValue } from "./pricing.ts";
import { carPrice, planPrice } from "./taxed-price.ts";
import { longestRentalMonths, rentalMonths, returnDateFor } from "./rental-length.ts";

const pickupDate = "2026-12-01";
const forDays = (days: number) => ({ pickupDate, returnDate: addDays(pickupDate, days) });
const forMonths = (months: number) => ({ pickupDate, returnDate: returnDateFor(pickupDate, months) });
const standard = planOf("standard") ?? plans[0];
if (!standard) throw new Error("There is no plan");

const prices = fc.integer({ min: 1, max: 10_000_000 });
const rentals = fc
  .record({
    pickup: fc.integer({ min: toDayNumber("2026-01-01"), max: toDayNumber("2032-12-31") }),
    days: fc.integer({ min: 28, max: 395 }),
  })
  .map(({ pickup, days }) => ({
    pickupDate: fromDayNumber(pickup),
    returnDate: fromDayNumber(pickup + days),
  }));

describe("a car's price", () => {
  it("a car's price is the monthly price by thirtieths, rounded half up to a cent", () => {
    expect(carPrice(74_900, forDays(30)).total).toBe(74_900);
    expect(carPrice(74_900, forDays(31)).subtotal).toBe(77_397); // 77,396.67
    expect(carPrice(100, forDays(31)).subtotal).toBe(103); // 103.33
    expect(carPrice(15, forDays(31)).subtotal).toBe(16); // 15.5
  });

  it.each([
    [1, 0],
    [2, 0],
    [3, 5],
    [5, 5],
    [6, 10],
    [9, 10],
    [10, 12],
    [11, 12],
    [12, 15],
    [13, 18],
  ])("a car's price for %d months has %d %% off the rental", (months, percent) => {
    const price = carPrice(75_000, forMonths(months));
    expect(price.discountPercent).toBe(percent);
    expect(lineAmount(price, "duration_discount")).toBe(
      percent ? -Math.round((price.subtotal * percent) / 100) : 0,
    );
    expect(price.lines.map((line) => line.kind)).toEqual(
      percent ? ["rental", "duration_discount"] : ["rental"],
    );
  });

  it("a car's discount counts completed months only", () => {
    const begun = carPrice(75_000, { pickupDate, returnDate: "2027-02-27" });
    expect([begun.months, begun.discountPercent]).toEqual([3, 0]);
    expect(carPrice(75_000, { pickupDate, returnDate: "2027-02-28" }).discountPercent).toBe(5);
  });

  it("a discount of half a cent is rounded up", () => {
    expect(lineAmount(carPrice(10, forDays(90)), "duration_discount")).toBe(-2); // 5 % of 30 is 1.5
    expect(lineAmount(carPrice(3, forDays(90)), "duration_discount")).toBe(0); // 5 % of 9 is 0.45
  });

  it("a car's price includes a thousand miles a month, and no fees or taxes today", () => {
    expect(carPrice(75_000, forMonths(4))).toMatchObject({ milesIncluded: 4000, fees: 0, taxes: 0 });
  });

  it("a car's price is never below zero, and its lines add up to its total", () => {
    fc.assert(
      fc.property(prices, rentals, fc.integer({ min: 0, max: 100_000 }), (monthly, rental, promo) => {
        const price = carPrice(monthly, rental, { promo });
        expect(price.total).toBeGreaterThanOrEqual(0);
        expect(price.lines.reduce((sum, line) => sum + line.amount, price.fees + price.taxes)).toBe(
          price.total,
        );
        expect(price.lines.every((line) => Number.isSafeInteger(line.amount))).toBe(true);
      }),
    );
  });

  it("a promo code takes off no more than the price", () => {
    const price = carPrice(1000, forDays(30), { promo: promoValue });
    expect([lineAmount(price, "promo"), price.total]).toEqual([-1000, 0]);
    expect(carPrice(75_000, forDays(30), { promo: promoValue }).total).toBe(75_000 - promoValue);
  });
});

describe("a plan's price", () => {
  it("a plan's price is the plan and its insurance by the month", () => {
    expect(planPrice(standard, forMonths(1), "protection")).toMatchObject({
      months: 1,
      subtotal: 79_900,
      total: 79_900 + 10_900,
      milesIncluded: 1000,
    });
    expect(planPrice(standard, forMonths(2), "decline").lines).toEqual([{ kind: "rental", amount: 159_800 }]);
  });

  it.each(liabilityOptions)("a plan's discount leaves out the insurance %s", (option) => {
    for (let months = 1; months <= longestRentalMonths; months++) {
      const price = planPrice(standard, forMonths(months), option);
      const bare = planPrice(standard, forMonths(months), "decline");
      expect(lineAmount(price, "duration_discount")).toBe(lineAmount(bare, "duration_discount"));
      expect(price.total - bare.total).toBe(lineAmount(price, "insurance"));
    }
  });

  it("a plan's discount counts billed months", () => {
    expect(planPrice(standard, { pickupDate, returnDate: "2027-02-27" }, "decline")).toMatchObject({
      months: 3,
      discountPercent: 5,
      subtotal: 239_700,
      total: 239_700 - 11_985,
    });
  });
});

describe("a caller's total", () => {
  const car = carPrice(75_000, forMonths(3));
  it.each([
    ["ours", car.total, true],
    ["a cent less", car.total - 1, true],
    ["a cent more", car.total + 1, true],
    ["two cents less", car.total - 2, false],
    ["two cents more", car.total + 2, false],
    ["the undiscounted formula", car.subtotal, true],
    ["the undiscounted formula and a cent", car.subtotal + 1, true],
    ["between the two", Math.round((car.total + car.subtotal) / 2), false],
    ["nothing", 0, false],
    ["a month's price", 75_000, false],
  ])("a caller's total for a car agrees or not: %s", (_name, stated, agrees) => {
    expect(agreesWithCarTotal(stated, car)).toBe(agrees);
  });

  it("a caller's total may leave out the promo code, which is taken off all the same", () => {
    const price = carPrice(75_000, forMonths(3), { promo: promoValue });
    expect([
      agreesWithCarTotal(price.total, price),
      agreesWithCarTotal(price.subtotal, price),
      agreesWithCarTotal(price.total - promoValue, price),
    ]).toEqual([true, true, false]);
  });

  it("a caller's total for a plan agrees with our total and with days / 30 rounded up", () => {
    const rental = { pickupDate: "2026-12-01", returnDate: "2027-01-31" }; // 61 days: two calendar months, three of thirty days
    const price = planPrice(standard, rental, "protection");
    expect(price.months).toBe(2);
    const agrees = (stated: number) => agreesWithPlanTotal(stated, price, standard, "protection");
    expect([2 * (79_900 + 10_900), 3 * (79_900 + 8900)].map(agrees)).toEqual([true, true]);
    expect([3 * (79_900 + 10_900), 2 * 79_900, 79_900, 0].map(agrees)).toEqual([false, false, false, false]);
  });

  it("a caller's total never agrees more than a cent away from a formula", () => {
    fc.assert(
      fc.property(prices, rentals, fc.integer({ min: 0, max: 20_000_000 }), (monthly, rental, stated) => {
        const price = carPrice(monthly, rental);
        const nearest = Math.min(Math.abs(stated - price.total), Math.abs(stated - price.subtotal));
        expect(agreesWithCarTotal(stated, price)).toBe(nearest <= 1);
      }),
    );
  });
});

describe("cheaperReturns", () => {
  it("cheaperReturns finds the return with the next discount", () => {
    const [cheapest] = cheaperReturns(75_000, forDays(88));
    expect(cheapest).toEqual({
      returnDate: addDays(pickupDate, 89),
      total: carPrice(75_000, forDays(89)).total,
    });
  });

  it("cheaperReturns is empty when a day more costs more", () => {
    expect(cheaperReturns(75_000, forDays(45))).toEqual([]);
  });

  it("cheaperReturns begins with the cheapest later return within 13 months", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 500_000 }),
        rentals,
        fc.constantFrom(0, promoValue),
        (monthly, rental, promo) => {
          const wanted = carPrice(monthly, rental, { promo }).total;
          const totals: number[] = [];
          for (let more = 1; more <= 120; more++) {
            const later = { ...rental, returnDate: addDays(rental.returnDate, more) };
            if (rentalMonths(later) <= longestRentalMonths)
              totals.push(carPrice(monthly, later, { promo }).total);
          }
          const found = cheaperReturns(monthly, rental, { promo });
          const cheaper = totals.filter((total) => total < wanted);
          expect(found[0]?.total).toBe(cheaper.length ? Math.min(...cheaper) : undefined);
          expect(found.map((entry) => entry.total)).toEqual(cheaper.toSorted((a, b) => a - b));
          for (const { returnDate, total } of found)
            expect(carPrice(monthly, { ...rental, returnDate }, { promo }).total).toBe(total);
        },
      ),
      { numRuns: 300 },
    );
  });
});
