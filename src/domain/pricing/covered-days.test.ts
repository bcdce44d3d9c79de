import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChangingRental, priceOfChange, type RentalChange } from "#domain/changes/price-of-change.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { divideHalfUp } from "#domain/money.ts";
import { dayPrice } from "#domain/payments/cancellation.ts";
import { type CoveredRental, coveredDays } from "./covered-days.ts";
import { priceBy } from "./taxed-price.ts";
import { planOf } from "./plans.ts";
import { carTariff, planTariff, type Tariff } from "./tariff.ts";

const pickupDate = "2026-12-01";

function ordered(tariff: Tariff, days: number, from: IsoDate = pickupDate): ChangingRental & CoveredRental {
  const rental = { pickupDate: from, returnDate: addDays(from, days) };
  return { ...rental, ...priceBy(tariff, rental), tariff };
}

function changed(
  order: ChangingRental & CoveredRental,
  change: RentalChange,
): ChangingRental & CoveredRental {
  const { price, ...rental } = priceOfChange(order, change);
  return { ...order, ...price, ...rental };
}

const car = (monthlyPrice: number, minRentDays: number) => carTariff({ monthlyPrice, minRentDays }, {});
const returned = (order: ChangingRental & CoveredRental, askedAfter: number, days: number) =>
  changed(order, {
    kind: "early_return",
    askedOn: addDays(order.pickupDate, askedAfter),
    returnDate: addDays(order.pickupDate, days),
  });

describe("the days covered by a price", () => {
  it.each([
    ["as ordered", ordered(car(75_000, 30), 90), 90, 2_375],
    ["as ordered, at the shortest that the car is rented for", ordered(car(75_000, 90), 90), 90, 2_375],
    [
      "36 days, priced as the three months that the car is rented for at least",
      returned(ordered(car(75_000, 90), 120), 8, 36),
      89,
      2_375,
    ],
    [
      "36 days of a car without a minimum of its own",
      returned(ordered(car(75_000, 30), 120), 8, 36),
      36,
      2_500,
    ],
    [
      "5 days, given back in the first week and priced by the day",
      returned(ordered(car(75_000, 90), 120), 2, 5),
      5,
      2_500,
    ],
    [
      "three months of the calendar, which meet a minimum of 90 days in 89",
      ordered(car(75_000, 90), 89),
      89,
      2_375,
    ],
  ])("the days covered by a price are right: %s", (_name, order, days, day) => {
    expect(coveredDays(order)).toBe(days);
    expect(dayPrice(order)).toBe(day);
  });

  it("a plan's price covers the days of the plan", () => {
    const plan = planOf("basic");
    if (!plan) throw new Error("There is no such plan");
    const order = ordered(planTariff(plan, "decline", {}), 36);
    expect(coveredDays(order)).toBe(36);
  });

  it("an order without a tariff covers its own days", () => {
    expect(coveredDays({ ...ordered(car(75_000, 90), 36), tariff: null })).toBe(36);
  });

  it("a day's price is never above the car's monthly price", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 500_000 }),
        fc.integer({ min: 30, max: 180 }),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 380 }),
        fc.integer({ min: 1, max: 380 }),
        (monthlyPrice, minRentDays, longer, askedAfter, days) => {
          const order = ordered(car(monthlyPrice, minRentDays), minRentDays + longer);
          const shorter = returned(
            order,
            Math.min(askedAfter, order.days - 1),
            Math.min(days, order.days - 1),
          );
          for (const one of [order, shorter])
            expect(dayPrice(one)).toBeLessThanOrEqual(divideHalfUp(monthlyPrice, 30) + 1);
        },
      ),
    );
  });

  it("the covered days are never fewer than the rental's days", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 180 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        (minRentDays, askedAfter, days) => {
          const order = returned(ordered(car(75_000, minRentDays), 200), askedAfter, days);
          expect(coveredDays(order)).toBeGreaterThanOrEqual(order.days);
        },
      ),
    );
  });
});
