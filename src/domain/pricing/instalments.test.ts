import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths, daysBetween } from "#domain/dates.ts";
import { planOf } from "./plans.ts";
import type { Price } from "./pricing.ts";
import { carPrice, planPrice } from "./taxed-price.ts";
import { returnDateFor } from "./rental-length.ts";
import { instalmentsOf, periodsOf, sumOf } from "./instalments.ts";

const month = (pickupDate: string, months: number) => ({
  pickupDate,
  returnDate: returnDateFor(pickupDate, months),
});
const amounts = (price: Price, rental: { pickupDate: string; returnDate: string }) =>
  instalmentsOf({ ...price, ...rental }).map(({ amount }) => amount);

describe("the months of a rental", () => {
  it.each([
    ["one month", "2026-12-01", "2026-12-31", ["2026-12-01"]],
    ["to the day of the month: no second begins", "2026-12-01", "2027-01-01", ["2026-12-01"]],
    ["a day more", "2026-12-01", "2027-01-02", ["2026-12-01", "2027-01-01"]],
    ["from the 31st", "2027-01-31", "2027-04-30", ["2027-01-31", "2027-02-28", "2027-03-31"]],
    ["over a leap day", "2028-01-30", "2028-03-30", ["2028-01-30", "2028-02-29"]],
    ["30 days over February are two", "2027-02-01", "2027-03-03", ["2027-02-01", "2027-03-01"]],
  ])("the months of a rental begin on the right days: %s", (_name, pickupDate, returnDate, starts) => {
    const periods = periodsOf({ pickupDate, returnDate });
    expect(periods.map(({ startsOn }) => startsOn)).toEqual(starts);
    expect(periods.at(-1)?.endsOn).toBe(returnDate);
  });
});

describe("the installments of a price", () => {
  it("a rental of one month has one installment", () => {
    const rental = month("2026-12-01", 1);
    expect(amounts(carPrice(75_000, rental), rental)).toEqual([75_000]);
  });

  it("every line of a price is shared by the days of its months", () => {
    const rental = month("2026-12-01", 3); // 89 days: 31, 31, 27
    const price = carPrice(75_000, rental, { insurance: "basic" });
    const instalments = instalmentsOf({ ...price, ...rental });
    expect(instalments.map(({ lines }) => lines)).toEqual([
      [
        { kind: "rental", amount: 77_500 },
        { kind: "insurance", amount: 46_500 },
        { kind: "duration_discount", amount: -3_875 },
      ],
      [
        { kind: "rental", amount: 77_500 },
        { kind: "insurance", amount: 46_500 },
        { kind: "duration_discount", amount: -3_875 },
      ],
      [
        { kind: "rental", amount: 67_500 },
        { kind: "insurance", amount: 40_500 },
        { kind: "duration_discount", amount: -3_375 },
      ],
    ]);
  });

  it("a promo code lowers the first month as far as it reaches, then the next ones", () => {
    const rental = month("2027-02-01", 3);
    const price = carPrice(600, rental, { promo: 2000 });
    expect(price.total).toBe(0);
    expect(amounts(price, rental)).toEqual([0, 0, 0]);
    const dearer = carPrice(1500, rental, { promo: 2000 });
    expect(amounts(dearer, rental).at(0)).toBe(0);
    expect(sumOf(instalmentsOf({ ...dearer, ...rental }))).toBe(dearer.total);
  });

  it("fees belong to the last installment", () => {
    const rental = month("2026-12-01", 2);
    const price = { ...carPrice(75_000, rental), fees: 20_000 };
    expect(instalmentsOf({ ...price, ...rental }).map(({ lines }) => lines.at(-1)?.kind)).toEqual([
      "rental",
      "fees",
    ]);
  });

  const rentals = fc
    .record({ start: fc.integer({ min: 0, max: 1500 }), days: fc.integer({ min: 1, max: 400 }) })
    .map(({ start, days }) => {
      const pickupDate = addDays("2026-01-01", start);
      return { pickupDate, returnDate: addDays(pickupDate, days) };
    });
  const prices = fc
    .record({
      rental: rentals,
      monthlyPrice: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 10_000_000 })),
      insurance: fc.constantFrom("basic" as const, "premium" as const, undefined),
      promo: fc.constantFrom(0, 2000),
      tier: fc.constantFrom("economy", "premium", "tesla-premium"),
      isPlan: fc.boolean(),
      fees: fc.constantFrom(0, 20_000),
      taxes: fc.constantFrom(0, 1, 4_321),
    })
    .map(({ rental, monthlyPrice, insurance, promo, tier, isPlan, fees, taxes }) => {
      const plan = planOf(tier);
      const price =
        isPlan && plan
          ? planPrice(plan, rental, "ultimate", { promo })
          : carPrice(monthlyPrice, rental, { insurance, promo });
      return { ...price, ...rental, fees, taxes };
    });

  it("installments sum to each line to the cent for any price and dates", () => {
    fc.assert(
      fc.property(prices, (priced) => {
        const instalments = instalmentsOf(priced);
        const all = instalments.flatMap(({ lines }) => lines);
        for (const { kind, amount } of [
          ...priced.lines,
          { kind: "fees", amount: priced.fees },
          { kind: "taxes", amount: priced.taxes },
        ])
          expect(sumOf(all.filter((line) => line.kind === kind))).toBe(amount + 0);
        for (const { lines, amount } of instalments) {
          expect(amount).toBe(sumOf(lines));
          expect(amount).toBeGreaterThanOrEqual(0);
        }
        expect(sumOf(instalments)).toBe(sumOf(priced.lines) + priced.fees + priced.taxes);
      }),
      { numRuns: 3000 },
    );
  });

  it("each month begins on the pickup's day, or on the last day of a shorter month", () => {
    fc.assert(
      fc.property(rentals, (rental) => {
        const periods = periodsOf(rental);
        let at = rental.pickupDate;
        for (const [index, { startsOn, endsOn }] of periods.entries()) {
          expect(startsOn).toBe(at);
          expect(startsOn).toBe(addMonths(rental.pickupDate, index));
          expect(daysBetween(startsOn, endsOn)).toBeGreaterThan(0);
          at = endsOn;
        }
        expect(at).toBe(rental.returnDate);
      }),
    );
  });
});
