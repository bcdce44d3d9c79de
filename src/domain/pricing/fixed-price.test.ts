import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { fixedPrice, rentedAmount, unusedAmounts, withCheaperDays, withoutDays } from "./fixed-price.ts";
import { lineAmount } from "./lines.ts";
import { untaxedPrice } from "./pricing.ts";
import { carTariff } from "./tariff.ts";

const rentals = fc.record({
  days: fc.integer({ min: 30, max: 390 }),
  monthlyPrice: fc.integer({ min: 20_000, max: 300_000 }),
  insurance: fc.constantFrom(undefined, "basic" as const, "premium" as const),
  promo: fc.constantFrom(0, 2000),
});
const pickupDate = "2026-01-15";
type Rental = {
  days: number;
  monthlyPrice: number;
  insurance: "basic" | "premium" | undefined;
  promo: number;
};
function priced({ days, monthlyPrice, insurance, promo }: Rental) {
  const tariff = carTariff({ monthlyPrice, minRentDays: 30 }, { ...(insurance && { insurance }), promo });
  return { tariff, price: untaxedPrice(tariff, { pickupDate, returnDate: addDays(pickupDate, days) }) };
}
const totalOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

describe("unused days", () => {
  it("unused days are refunded by the day with their insurance, and the promo code stays used", () => {
    fc.assert(
      fc.property(rentals, fc.nat(400), (rental, some) => {
        const { price } = priced(rental);
        const unused = some % (rental.days + 1);
        const lines = withoutDays(price.lines, rental.days, unused);
        const net = rentedAmount(price.lines);
        const back = unusedAmounts(price.lines, rental.days, unused);
        expect(Math.abs(back.rental - (net * unused) / rental.days)).toBeLessThanOrEqual(0.5);
        expect(rentedAmount(lines)).toBe(net - back.rental);
        expect(lineAmount({ lines }, "insurance")).toBe(lineAmount(price, "insurance") - back.insurance);
        const left = rentedAmount(lines) + lineAmount({ lines }, "insurance");
        expect(lineAmount({ lines }, "promo")).toBe(0 - Math.min(-lineAmount(price, "promo"), left));
        expect(totalOf(lines)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("a rental without any used day is refunded whole", () => {
    const { price } = priced({ days: 90, monthlyPrice: 75_000, insurance: "basic", promo: 2000 });
    expect(totalOf(withoutDays(price.lines, 90, 90))).toBe(0);
    expect(withoutDays(price.lines, 90, 0)).toEqual(
      expect.arrayContaining(price.lines.map((line) => expect.objectContaining(line))),
    );
  });
});

describe("a fixed price", () => {
  it("a fixed price never rises with fewer days, and an added day costs the driven car's price", () => {
    fc.assert(
      fc.property(rentals, fc.integer({ min: -60, max: 60 }), (rental, more) => {
        const { tariff, price } = priced(rental);
        const days = Math.max(1, rental.days + more);
        const fixed = {
          days: rental.days,
          lines: price.lines,
          discountPercent: price.discountPercent,
          addedMonthlyPrice: 90_000,
        };
        const other = fixedPrice(tariff, fixed, { pickupDate, returnDate: addDays(pickupDate, days) });
        expect(other.days).toBe(days);
        const dearer = (90_000 / 30) * Math.max(0, more) * (1 - price.discountPercent / 100);
        const used = more < 0 ? (rentedAmount(price.lines) * days) / rental.days : rentedAmount(price.lines);
        expect(Math.abs(rentedAmount(other.lines) - used - dearer)).toBeLessThan(2);
      }),
    );
  });

  it("a fixed price falls only by the days of a cheaper car", () => {
    const { price } = priced({ days: 90, monthlyPrice: 90_000, insurance: "basic", promo: 0 });
    const lines = withCheaperDays(price.lines, { monthlyDifference: 30_000, days: 30, discountPercent: 5 });
    expect(totalOf(price.lines) - totalOf(lines)).toBe(30_000 - 1500);
  });
});
