import { describe, expect, it } from "vitest";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { dayPrice, isFreeToCancel, keptLines } from "./cancellation.ts";

const rental = { pickupDate: "2026-12-01", returnDate: "2027-03-01" };
const order = {
  ...carPrice(75_000, rental, { insurance: "basic", promo: 2000 }),
  ...rental,
  pickupTime: "10:00",
  tariff: null,
};
const day = 2_375; // 90 days of $25 less 5 %

describe("the amount kept of a canceled rental", () => {
  it("a day's price is after the discount, without insurance and promo code", () => {
    expect(dayPrice(order)).toBe(day);
  });

  it.each([
    ["a week before", "2026-11-24", "12:00", 100_000, 0],
    ["exactly 24 hours before", "2026-11-30", "10:00", 100_000, 0],
    ["a minute later", "2026-11-30", "10:01", 100_000, day],
    ["on the pickup day", "2026-12-01", "23:59", 100_000, day],
    ["the day after", "2026-12-02", "00:00", 100_000, 2 * day],
    ["after ten days", "2026-12-10", "12:00", 100_000, 10 * day],
    ["never beyond what was paid", "2026-12-10", "12:00", 5_000, 5_000],
    ["nothing where nothing was paid", "2026-12-10", "12:00", 0, 0],
  ])("the amount kept of a canceled rental is right: %s", (_name, date, time, paid, kept) => {
    const now = instantInLosAngeles(date, time);
    expect(sumOf(keptLines(order, now, paid))).toBe(kept);
    expect(isFreeToCancel(order, now)).toBe(sumOf(keptLines(order, now, 100_000)) === 0);
  });

  it.each([
    ["2026-12-08", 3],
    ["2026-12-10", 1],
  ])("the kept amount counts from the first day with a car: %s", (carSince, days) => {
    const now = instantInLosAngeles("2026-12-10", "12:00");
    expect(sumOf(keptLines({ ...order, carSince }, now, 100_000))).toBe(days * day);
  });

  it("days between two cars are neither kept nor in the price of a day", () => {
    const lines = [{ kind: "rental" as const, amount: 70_000 }];
    const gap = { startsOn: "2026-12-11", endsOn: "2026-12-31" };
    const kept = (date: string) => {
      const now = instantInLosAngeles(date, "12:00");
      return sumOf(keptLines({ ...order, lines, withoutCar: [gap] }, now, 100_000));
    };
    expect(["2026-12-10", "2026-12-20", "2026-12-31", "2027-02-28"].map(kept)).toEqual([
      10_000, 10_000, 11_000, 70_000,
    ]);
  });

  it("days in repair lower the kept amount, but not below zero", () => {
    const now = instantInLosAngeles("2026-12-10", "12:00");
    const less = (amount: number) => {
      const lines = [...order.lines, { kind: "repair" as const, amount }];
      return sumOf(keptLines({ ...order, lines }, now, 100_000));
    };
    expect([less(-6 * day), less(-11 * day)]).toEqual([4 * day, 0]);
  });
});
