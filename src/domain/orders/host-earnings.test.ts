import { expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { hostEarningsOf } from "./host-earnings.ts";

const rental = (days: number) => ({ pickupDate: "2027-01-31", returnDate: addDays("2027-01-31", days) });

it("a host earns a share of rental and discount to the cent, and the months sum to it", () => {
  for (const days of [30, 31, 59, 89, 180, 365, 390])
    for (const price of [74_900, 100_001, 33_333])
      for (const hostSharePercent of [0, 50, 80, 100]) {
        const dates = rental(days);
        const order = {
          ...carPrice(price, dates, { insurance: "premium", promo: 2000 }),
          ...dates,
          hostSharePercent,
        };
        const { lines, months, total, ourShare } = hostEarningsOf(order);
        const shared = lines.reduce((sum, { amount }) => sum + amount, 0);
        expect(lines.map(({ kind }) => kind)).not.toContain("insurance");
        expect(total).toBe(Math.round((shared * hostSharePercent) / 100));
        expect(shared + ourShare).toBe(total);
        expect(months.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
        expect(months.every(({ amount }) => amount >= 0)).toBe(true);
      }
});

it("a host earns by the share kept in the order, and nothing without one", () => {
  const dates = rental(90);
  const priced = { ...carPrice(100_000, dates), ...dates };
  expect(hostEarningsOf({ ...priced, hostSharePercent: 80 })).toMatchObject({
    sharePercent: 80,
    lines: [
      { kind: "rental", amount: 300_000 },
      { kind: "duration_discount", amount: -15_000 },
    ],
    ourShare: -57_000,
    total: 228_000,
  });
  expect(hostEarningsOf({ ...priced, hostSharePercent: null }).total).toBe(0);
});

it("the host of the next car earns by the days driven with that car", () => {
  const dates = { pickupDate: "2027-03-02", returnDate: "2027-05-01" };
  const priced = { ...carPrice(150_000, dates), ...dates, monthlyPrice: 150_000 };
  const hosted = { hostId: "ben", hostSharePercent: 80, hostMonthlyPrice: null };
  const own = { ...hosted, number: 2, carId: "b", startsOn: "2027-04-11", endsOn: dates.returnDate };
  const earlier = { ...own, number: 1, hostId: "ann", startsOn: dates.pickupDate, endsOn: own.startsOn };
  expect(hostEarningsOf({ ...priced, ...hosted }, { stretches: [earlier, own] })).toEqual({
    sharePercent: 80,
    days: 20,
    lines: [{ kind: "rental", amount: 100_000 }],
    ourShare: -20_000,
    months: [{ from: "2027-04-11", until: "2027-05-01", amount: 80_000 }],
    total: 80_000,
  });
});
