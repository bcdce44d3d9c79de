import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths, type IsoDate } from "#domain/dates.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { lineAmount } from "#domain/pricing/lines.ts";
import { priceBy } from "#domain/pricing/taxed-price.ts";
import { completedMonths, type Rental, rentalMonths, returnDateFor } from "#domain/pricing/rental-length.ts";
import { carTariff, planTariff, type Tariff } from "#domain/pricing/tariff.ts";
import { oracleOf, oracleOfReturn, type OracleTariff } from "#test/oracles/change-oracle.ts";
import {
  type ChangingRental,
  type ContinuedRental,
  priceOfChange,
  priceOfEnded,
  priceWithNextCar,
  priceWithOtherCar,
} from "./price-of-change.ts";

/** The number of cases in the suite; CHANGES=100000 compares as many as years of orders bring. */
const cases = Number(process.env.CHANGES ?? 1000);

const plan = planOf("standard");
if (!plan) throw new Error("no plan");
const aCar = carTariff({ monthlyPrice: 75_000, minRentDays: 30 }, {});

const ordered = (tariff: Tariff, rental: Rental, fees = 0): ChangingRental => {
  const { months, total } = priceBy(tariff, rental);
  return { ...rental, tariff, months, fees, taxes: 0, total: total + fees };
};
const early = (order: ChangingRental, returnDate: IsoDate, askedOn: IsoDate) =>
  priceOfChange(order, { kind: "early_return", returnDate, askedOn });

const tariffs = fc
  .record({
    kind: fc.constantFrom("car", "insured", "plan"),
    monthlyPrice: fc.integer({ min: 500, max: 500_000 }),
    minRentDays: fc.constantFrom(30, 45, 60, 90),
    insurance: fc.constantFrom("basic" as const, "premium" as const),
    liability: fc.constantFrom("protection" as const, "ultimate" as const, "decline" as const),
    promo: fc.constantFrom(0, 2000),
  })
  .map(({ kind, insurance, liability, promo, ...car }) =>
    kind === "plan"
      ? planTariff({ ...plan, monthlyPrice: car.monthlyPrice }, liability, { promo })
      : carTariff(car, { promo, ...(kind === "insured" && { insurance }) }),
  );
const pickups = fc.integer({ min: 0, max: 1095 }).map((days) => addDays("2026-01-01", days));
const rentals = fc
  .record({
    tariff: tariffs,
    pickupDate: pickups,
    days: fc.integer({ min: 30, max: 380 }),
    fees: fc.constantFrom(0, 20_000),
  })
  .map(({ tariff, pickupDate, days, fees }) =>
    ordered(
      tariff,
      { pickupDate, returnDate: addDays(pickupDate, Math.max(days, tariff.minRentDays)) },
      fees,
    ),
  );
const changed = fc.record({
  order: rentals,
  asked: fc.integer({ min: 0, max: 400 }),
  on: fc.integer({ min: 0, max: 390 }),
});

describe("a changed rental", () => {
  it("a rental extended by two months costs as much as three months from the start", () => {
    for (const tariff of [
      aCar,
      carTariff({ monthlyPrice: 63_999, minRentDays: 30 }, { insurance: "premium", promo: 2000 }),
      planTariff(plan, "protection", {}),
    ])
      for (let day = 0; day < 1096; day++) {
        const pickupDate = addDays("2026-01-01", day);
        const order = ordered(tariff, { pickupDate, returnDate: returnDateFor(pickupDate, 1) });
        const returnDate = returnDateFor(pickupDate, 3);
        const { price } = priceOfChange(order, { kind: "extension", returnDate });
        expect(price).toEqual(priceBy(tariff, { pickupDate, returnDate }));
        expect(returnDate).toBe(addDays(addMonths(pickupDate, 3), -1));
      }
  });

  it("a longer rental costs more within one step of the discount", () => {
    fc.assert(
      fc.property(rentals, fc.integer({ min: 1, max: 60 }), (order, more) => {
        const later = { pickupDate: order.pickupDate, returnDate: addDays(order.returnDate, more) };
        const { price } = priceOfChange(order, { kind: "extension", returnDate: later.returnDate });
        const before = priceBy(order.tariff, order);
        fc.pre(price.discountPercent === before.discountPercent);
        // At three months insurance becomes cheaper by the month.
        fc.pre(order.months >= 3 || rentalMonths(later) < 3);
        expect(price.total).toBeGreaterThanOrEqual(order.total);
      }),
    );
  });

  it("a rental with another car costs as much as an order of that car by the same terms", () => {
    fc.assert(
      fc.property(rentals, fc.integer({ min: 100, max: 500_000 }), (order, price) => {
        const monthlyPrice = Math.min(price, order.tariff.monthlyPrice);
        const swapped = priceWithOtherCar({ ...priceBy(order.tariff, order), ...order }, monthlyPrice);
        const asOrdered = ordered({ ...order.tariff, monthlyPrice }, order, order.fees);
        expect(swapped).toMatchObject({ pickupDate: order.pickupDate, returnDate: order.returnDate, fee: 0 });
        expect(swapped.price.total).toBe(asOrdered.total);
        expect(swapped.price.total).toBeLessThanOrEqual(order.total);
      }),
    );
  });

  it("a rental that ends sooner never costs more, and never less than its fees", () => {
    fc.assert(
      fc.property(changed, ({ order, asked, on }) => {
        const { pickupDate } = order;
        const { price, fee } = early(order, addDays(pickupDate, asked), addDays(pickupDate, on));
        expect(price.total).toBeLessThanOrEqual(order.total);
        expect(price.total).toBe(price.lines.reduce((sum, { amount }) => sum + amount, price.fees));
        expect([fee >= 0, fee <= 20_000, price.fees - fee === order.fees]).toEqual([true, true, true]);
      }),
    );
  });

  it.each([
    // 28 days' notice: the end is moved on, later than the renter wanted.
    ["with notice", "2026-12-01", "2027-05-31", "2027-01-15", "2027-01-10", "2027-02-07", 190_000, 20_000],
    [
      "with more notice",
      "2026-12-01",
      "2027-05-31",
      "2027-03-30",
      "2027-01-10",
      "2027-03-30",
      302_625,
      20_000,
    ],
    // Two days less save 50.00: the fee is capped at that.
    [
      "for nearly nothing",
      "2026-12-01",
      "2027-01-31",
      "2027-01-29",
      "2026-12-20",
      "2027-01-29",
      152_500,
      5_000,
    ],
    ["on the seventh day", "2026-12-01", "2027-01-31", "2026-12-08", "2026-12-08", "2026-12-08", 17_500, 0],
    [
      "asked on the eighth",
      "2026-12-01",
      "2027-01-31",
      "2026-12-09",
      "2026-12-09",
      "2027-01-06",
      110_000,
      20_000,
    ],
    ["at once", "2026-12-01", "2027-01-31", "2026-12-01", "2026-12-01", "2026-12-02", 2_500, 0],
    [
      "in the first week, for later",
      "2026-12-01",
      "2027-01-31",
      "2026-12-09",
      "2026-12-03",
      "2026-12-31",
      95_000,
      20_000,
    ],
  ])(
    "a rental given back early %s has the right end, price and fee",
    (_name, pickupDate, returnDate, asked, on, end, total, fee) => {
      const made = early(ordered(aCar, { pickupDate, returnDate }), asked, on);
      expect([made.returnDate, made.price.total, made.fee]).toEqual([end, total, fee]);
    },
  );

  it("a rental that loses a discount by ending sooner keeps its price by a separate line", () => {
    const order = ordered(aCar, { pickupDate: "2026-12-01", returnDate: "2027-02-28" });
    const made = early(order, "2027-02-27", "2027-01-01");
    expect(order.total).toBe(211_375);
    expect(made).toMatchObject({ fee: 0, price: { total: 211_375, subtotal: 220_000 } });
    expect(lineAmount(made.price, "early_return_cap")).toBe(-8_625);
    expect(completedMonths(made)).toBe(2);
  });

  it("an early return keeps the discount for days in repair", () => {
    const whole = ordered(aCar, { pickupDate: "2026-12-01", returnDate: "2027-02-28" });
    const repair = { kind: "repair", amount: -8_000 } as const;
    const order = { ...whole, total: whole.total - 8_000, lines: [repair] };
    const made = early(order, "2027-02-27", "2027-01-01");
    expect(made).toMatchObject({ fee: 0, price: { total: 211_375 - 8_000 } });
    expect(lineAmount(made.price, "early_return_cap")).toBe(-8_625);
    const longer = priceOfChange(order, { kind: "extension", returnDate: "2027-03-30" });
    expect(longer.price.lines).toContainEqual(repair);
  });

  it("an early return is paid up to the shortest rental of the car", () => {
    const tariff = carTariff({ monthlyPrice: 75_000, minRentDays: 90 }, {});
    const order = ordered(tariff, { pickupDate: "2026-12-01", returnDate: "2027-05-31" });
    const made = early(order, "2027-01-05", "2026-12-05");
    expect(made.price).toMatchObject({ days: 35, total: 211_375 + 20_000 });
  });

  it("a change of dates keeps the fees of earlier changes", () => {
    const order = ordered(aCar, { pickupDate: "2026-12-01", returnDate: "2027-01-31" }, 20_000);
    const made = priceOfChange(order, { kind: "dates", pickupDate: "2026-12-05", returnDate: "2027-01-31" });
    expect(made.price).toMatchObject({ days: 57, fees: 20_000, total: 162_500 });
  });

  it(
    `the price of a change agrees with a second implementation in ${cases} cases`,
    () => {
      fc.assert(
        fc.property(changed, pickups, ({ order, asked, on }, moved) => {
          const { tariff, pickupDate } = order;
          const [end, askedOn] = [addDays(pickupDate, asked), addDays(pickupDate, on)];
          const before = { pickup: pickupDate, end: order.returnDate, fees: order.fees, total: order.total };
          const read = tariff as OracleTariff;
          const result = ({ returnDate, price, fee }: ReturnType<typeof early>) => ({
            end: returnDate,
            total: BigInt(price.total),
            fee: BigInt(fee),
          });
          expect(result(early(order, end, askedOn))).toEqual(oracleOfReturn(read, before, end, askedOn));
          const later = addDays(order.returnDate, 1 + asked);
          expect(result(priceOfChange(order, { kind: "extension", returnDate: later }))).toEqual(
            oracleOf(read, before, pickupDate, later),
          );
          const until = addDays(moved, 30 + asked);
          expect(
            result(priceOfChange(order, { kind: "dates", pickupDate: moved, returnDate: until })),
          ).toEqual(oracleOf(read, before, moved, until));
        }),
        { numRuns: cases },
      );
    },
    20_000 + cases * 20,
  );
});

describe("a rental with days without a car", () => {
  it("unused days come back at the price of a day with a car, whenever the car was missing", () => {
    const rental = { pickupDate: "2026-12-01", returnDate: "2027-01-30" };
    const whole: ContinuedRental = { ...ordered(aCar, rental), ...priceBy(aCar, rental) };
    const without = (before: ContinuedRental, from: string, daysWithoutCar: number): ContinuedRental => {
      const { price, tariff } = priceWithNextCar(before, { monthlyPrice: 75_000, from, daysWithoutCar });
      return { ...before, ...price, tariff };
    };
    const order = without(without(whole, "2026-12-11", 5), "2026-12-21", 10);
    expect(order.total).toBe(45 * 2500);
    expect(priceOfEnded(order, "2027-01-10").price.total).toBe(25 * 2500);
  });
});
