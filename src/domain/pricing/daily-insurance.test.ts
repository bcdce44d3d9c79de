import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dailyInsurance, dailyInsurances, dailyOrdered } from "./insurance.ts";
import { lineAmount } from "./lines.ts";
import { cheaperReturns, promoValue } from "./pricing.ts";
import { carPrice } from "./taxed-price.ts";

/** Half up, in whole cents, on integers of any size. */
const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator * 2n + denominator) / (denominator * 2n);

/** A second reading of the specification's words, on Temporal and big integers, sharing nothing with the rule. */
function oracle(monthly: number, pickup: Temporal.PlainDate, days: number, perDay: bigint, promo: bigint) {
  const end = pickup.add({ days });
  let completed = 0;
  const isCompleted = (months: number): boolean =>
    days >= 30 * months || Temporal.PlainDate.compare(end, pickup.add({ months }).subtract({ days: 1 })) >= 0;
  while (isCompleted(completed + 1)) completed++;
  const percent =
    completed >= 13
      ? 18n
      : completed >= 12
        ? 15n
        : completed >= 10
          ? 12n
          : completed >= 6
            ? 10n
            : completed >= 3
              ? 5n
              : 0n;
  const rental = halfUp(BigInt(monthly) * BigInt(days), 30n);
  const discount = halfUp(rental * percent, 100n);
  const insurance = perDay * BigInt(days);
  const before = rental - discount + insurance;
  const off = promo < before ? promo : before;
  return { rental, discount, insurance, total: before - off };
}

describe("a car's price with insurance by the day", () => {
  it("a car's price with insurance agrees with a second implementation for 10,000 orders", () => {
    const perDay = { basic: 1_500n, premium: 4_000n, own: 0n } as const;
    let compared = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_500 }),
        fc.integer({ min: 28, max: 396 }),
        fc.constantFrom(...dailyInsurances),
        fc.boolean(),
        (monthly, start, days, insurance, hasPromo) => {
          const pickup = Temporal.PlainDate.from("2026-01-01").add({ days: start });
          const rental = { pickupDate: pickup.toString(), returnDate: pickup.add({ days }).toString() };
          const promo = hasPromo ? promoValue : 0;
          const price = carPrice(monthly, rental, { insurance, promo });
          const expected = oracle(monthly, pickup, days, perDay[insurance], hasPromo ? 2_000n : 0n);
          expect({
            rental: BigInt(price.subtotal),
            discount: BigInt(-lineAmount(price, "duration_discount")),
            insurance: BigInt(lineAmount(price, "insurance")),
            total: BigInt(price.total),
          }).toEqual(expected);
          compared++;
        },
      ),
      { numRuns: 10_000 },
    );
    expect(compared).toBe(10_000);
  });

  it("daily insurance costs its price for every day of the rental, without a discount", () => {
    // 1 December to 28 February is 89 days, which is three completed months: 5 % off the rental alone.
    const rental = { pickupDate: "2026-12-01", returnDate: "2027-02-28" };
    expect(carPrice(75_000, rental, { insurance: "premium" })).toMatchObject({
      subtotal: 222_500,
      lines: [
        { kind: "rental", amount: 222_500 },
        { kind: "duration_discount", amount: -11_125 },
        { kind: "insurance", amount: 89 * 4_000 },
      ],
      total: 222_500 - 11_125 + 356_000,
    });
  });

  it("a cheaper return includes the insurance of its extra days", () => {
    const rental = { pickupDate: "2026-12-01", returnDate: "2027-02-27" };
    const [without] = cheaperReturns(75_000, rental);
    const [withPremium] = cheaperReturns(75_000, rental, { insurance: "premium" });
    expect(without?.returnDate).toBe("2027-02-28");
    expect(withPremium?.total).toBe(
      carPrice(75_000, { ...rental, returnDate: "2027-02-28" }, { insurance: "premium" }).total,
    );
    expect(cheaperReturns(30_000, rental, { insurance: "premium" })).toEqual([]);
  });

  it("an order keeps the insurance's product, price and limits", () => {
    expect(dailyInsurances.map(dailyOrdered)).toEqual([
      { product: "basic", dailyPrice: 1_500, limits: { person: 30_000, accident: 60_000 } },
      { product: "premium", dailyPrice: 4_000, limits: { person: 100_000, accident: 300_000 } },
      { product: "own", dailyPrice: 0 },
    ]);
    expect(dailyInsurance.basic.daily).toBeLessThan(dailyInsurance.premium.daily);
  });
});
