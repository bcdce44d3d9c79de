import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceOfChange } from "#domain/changes/price-of-change.ts";
import { addDays } from "#domain/dates.ts";
import { keptLines } from "#domain/payments/cancellation.ts";
import { instalmentsOf, sumOf } from "./instalments.ts";
import { rescheduled } from "#domain/payments/rescheduling.ts";
import { agreesWithCarTotal } from "./pricing.ts";
import { carPrice, priceBy, taxLinesOf } from "./taxed-price.ts";
import { carTariff } from "./tariff.ts";
import { ratesIn, ratesOn, taxLabel, type TaxRate } from "./tax-rates.ts";
import { taxLines, taxOf } from "./taxes.ts";
import { BilledTaxes } from "./billed-taxes.ts";

const sales: TaxRate = {
  name: "Sales tax",
  zh: "销售税",
  percent: 9.375,
  from: "2026-01-01",
  on: ["rental", "fees"],
};
const county: TaxRate = {
  name: "County",
  percent: 1,
  from: "2026-01-01",
  cities: ["San Jose"],
  on: ["insurance"],
};
const raised: TaxRate = { ...sales, percent: 10, from: "2026-12-10" };
const rental = { pickupDate: "2026-11-16", returnDate: "2027-01-16" };

describe("the tax rates", () => {
  it("a city has its own tax rates and those of everywhere", () => {
    expect(ratesIn([sales, county], "San Jose")).toEqual([sales, county]);
    expect(ratesIn([sales, county], "Fremont")).toEqual([sales]);
    expect(ratesIn([sales, county], null)).toEqual([sales]);
  });

  it("a day has the latest tax rate of each name that has begun", () => {
    expect(ratesOn([raised, sales, county], "2026-12-09")).toEqual([sales, county]);
    expect(ratesOn([raised, sales, county], "2026-12-10")).toEqual([raised, county]);
    expect(ratesOn([sales], "2025-12-31")).toEqual([]);
  });

  it("a tax rate is shown by name and percent in the reader's language", () => {
    expect([taxLabel(sales, "en"), taxLabel(sales, "zh"), taxLabel(county, "zh")]).toEqual([
      "Sales tax 9.375%",
      "销售税 9.375%",
      "County 1%",
    ]);
  });
});

describe("a tax", () => {
  it("a tax is rounded to the nearest cent, half a cent up", () => {
    expect(taxOf(10_000, { percent: 9.375 })).toBe(938);
    expect(taxOf(100, { percent: 0.5 })).toBe(1);
    expect(taxOf(99, { percent: 0.5 })).toBe(0);
    expect(taxOf(-500, sales)).toBe(0);
  });

  it("a tax is on the amount after discounts and promo code, for each kind of line separately", () => {
    const lines = [
      { kind: "rental", amount: 100_000 } as const,
      { kind: "duration_discount", amount: -10_000 } as const,
      { kind: "promo", amount: -2_000 } as const,
      { kind: "insurance", amount: 5_050 } as const,
    ];
    expect(taxLines(lines, [sales, county], "2026-11-16")).toEqual([
      { kind: "taxes", amount: 8_250, tax: { name: "Sales tax", zh: "销售税", percent: 9.375 } },
      { kind: "taxes", amount: 51, tax: { name: "County", percent: 1 } },
    ]);
  });
});

describe("a price with taxes", () => {
  const extras = { insurance: "basic", taxRates: [sales, county, raised] } as const;

  it("each month is taxed by the rate of its first day", () => {
    const [first, second] = instalmentsOf({ ...rental, ...carPrice(90_000, rental, extras), tariff: extras });
    const taxOfMonth = (month: typeof first) =>
      month?.lines.filter(({ kind }) => kind === "taxes").map(({ tax }) => tax?.percent);
    expect([taxOfMonth(first), taxOfMonth(second)]).toEqual([
      [9.375, 1],
      [10, 1],
    ]);
  });

  it("a price without tax rates has no tax properties", () => {
    expect(carPrice(90_000, rental, { taxRates: [] })).toEqual(carPrice(90_000, rental));
    expect(Object.keys(carPrice(90_000, rental))).not.toContain("taxLines");
    expect(carTariff({ monthlyPrice: 90_000, minRentDays: 30 }, { taxRates: [] })).not.toHaveProperty(
      "taxRates",
    );
  });

  it("a caller's total may leave out the taxes", () => {
    const price = carPrice(90_000, rental, extras);
    expect(price.taxes).toBeGreaterThan(0);
    expect(agreesWithCarTotal(price.total, price)).toBe(true);
    expect(agreesWithCarTotal(price.total - price.taxes, price)).toBe(true);
    expect(agreesWithCarTotal(price.total + 2, price)).toBe(false);
  });
});

const rates = fc.array(
  fc.record({
    name: fc.constantFrom("Sales tax", "County", "City"),
    percent: fc.integer({ min: 1, max: 200_000 }).map((part) => part / 10_000),
    from: fc.integer({ min: 0, max: 400 }).map((day) => addDays("2026-06-01", day)),
    on: fc.subarray(["rental", "insurance", "fees"] as ("rental" | "insurance" | "fees")[], { minLength: 1 }),
  }),
  { minLength: 1, maxLength: 4 },
);

it("monthly taxes sum to the order's taxes after any changes, and never fall below zero", () => {
  fc.assert(
    fc.property(
      rates,
      fc.integer({ min: 30_000, max: 300_000 }),
      fc.integer({ min: 30, max: 200 }),
      fc.integer({ min: 1, max: 90 }),
      fc.constantFrom("extension", "early_return", "dates"),
      fc.nat(3),
      (taxRates, monthlyPrice, days, by, kind, paid) => {
        const tariff = carTariff(
          { monthlyPrice, minRentDays: 30 },
          { insurance: "premium", promo: 2_000, taxRates },
        );
        const pickupDate = "2026-11-16";
        const order = { pickupDate, returnDate: addDays(pickupDate, days), tariff };
        const price = priceBy(tariff, order);
        const before = instalmentsOf({ ...order, ...price });
        expect(sumOf(before)).toBe(price.total);
        expect(sumOf(taxLinesOf({ ...order, ...price }))).toBe(price.taxes);
        const changed = priceOfChange(
          { ...order, ...price },
          kind === "early_return"
            ? {
                kind,
                returnDate: addDays(pickupDate, Math.max(1, days - by)),
                askedOn: addDays(pickupDate, 10),
              }
            : kind === "dates"
              ? { kind, pickupDate: addDays(pickupDate, 3), returnDate: addDays(pickupDate, 33 + by) }
              : { kind, returnDate: addDays(order.returnDate, by) },
        );
        const after = {
          ...order,
          ...changed.price,
          pickupDate: changed.pickupDate,
          returnDate: changed.returnDate,
        };
        expect(sumOf(instalmentsOf(after))).toBe(changed.price.total);
        const standing = before.map((one, index) => ({ ...one, dueOn: one.startsOn, isPaid: index < paid }));
        const { kept, asked } = rescheduled(standing, after, addDays(pickupDate, 10));
        expect(sumOf([...kept, ...asked])).toBe(changed.price.total);
        for (const { lines, amount } of [...kept, ...asked]) {
          expect(sumOf(lines)).toBe(amount);
          expect(amount).toBeGreaterThanOrEqual(0);
        }
      },
    ),
  );
});

describe("the amount kept of a canceled rental", () => {
  const tariff = carTariff(
    { monthlyPrice: 90_000, minRentDays: 30 },
    { taxRates: [{ ...sales, percent: 10 }] },
  );
  const order = { ...rental, ...priceBy(tariff, rental), tariff, pickupTime: "10:00" };
  const noon = Date.parse("2026-11-17T20:00:00Z");

  it("the amount kept of a canceled rental is a day's price per begun day, with its taxes", () => {
    const [kept, tax] = keptLines(order, noon, 1_000_000);
    expect(kept).toEqual({ kind: "kept", amount: 2 * 3_000 });
    expect(tax).toMatchObject({ kind: "taxes", amount: 600 });
  });

  it("the amount kept of a canceled rental is never more than was paid, taxes included", () => {
    for (const paid of [1, 100, 3_333, 6_599, 6_600]) expect(sumOf(keptLines(order, noon, paid))).toBe(paid);
    expect(keptLines(order, noon, 0)).toEqual([]);
  });
});

describe("the amount kept of a canceled rental under changing rates", () => {
  const rates: TaxRate[] = [
    { name: "Rental tax", percent: 8, on: ["rental"], from: "2026-01-01" },
    { name: "Rental tax", percent: 10, on: ["rental"], from: "2027-01-01" },
  ];

  it("the kept amount is taxed month by month, by the rates on the first day of each", () => {
    const dates = { pickupDate: "2026-12-01", returnDate: "2027-01-30" };
    const tariff = carTariff({ monthlyPrice: 90_000, minRentDays: 30 }, { taxRates: rates });
    const order = { ...dates, ...priceBy(tariff, dates), tariff, pickupTime: "10:00" };
    expect(keptLines(order, Date.parse("2027-01-10T20:00:00Z"), 1_000_000)).toMatchObject([
      { kind: "kept", amount: 41 * 3_000 },
      { kind: "taxes", amount: 7_440, tax: { percent: 8 } },
      { kind: "taxes", amount: 3_000, tax: { percent: 10 } },
    ]);
  });

  it("billed taxes are added up by rate, even when one month has two rates", () => {
    const sums = new BilledTaxes();
    const tax = (percent: number, amount: number) => ({
      kind: "taxes" as const,
      amount,
      tax: { name: "Rental tax", percent },
    });
    sums.add({
      city: "San Jose",
      rates,
      day: "2027-01-01",
      isTakenBack: false,
      lines: [
        { kind: "rental", amount: 90_000 },
        { kind: "duration_discount", amount: -9_000 },
        tax(10, 8_550),
        tax(8, -360),
      ],
    });
    expect(sums.sums().map(({ tax: { percent }, taxed, billed }) => [percent, taxed, billed])).toEqual([
      [8, -4_500, -360],
      [10, 85_500, 8_550],
    ]);
  });
});
