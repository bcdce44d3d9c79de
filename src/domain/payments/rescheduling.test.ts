import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { instalmentsOf, sumOf } from "#domain/pricing/instalments.ts";
import { rescheduled, type StandingInstalment } from "./rescheduling.ts";

const rental = (pickupDate: string, days: number, fees = 0) => {
  const dates = { pickupDate, returnDate: addDays(pickupDate, days) };
  const price = carPrice(90_000, dates, { insurance: "basic", promo: 2000 });
  return { ...price, ...dates, fees, total: price.total + fees };
};
/** Instalments of 60 days from 1 December, 31 and 29 long, of which the first `paid` are paid. */
const standing = (of: ReturnType<typeof rental>, paid: number): StandingInstalment[] =>
  instalmentsOf(of).map((one) => ({ ...one, dueOn: one.startsOn, isPaid: one.number <= paid }));
const amounts = (rows: readonly { amount: number; dueOn: string }[]) =>
  rows.map(({ amount, dueOn }) => [dueOn, amount]);
const before = rental("2026-12-01", 60);

describe("the months of a changed price", () => {
  it("each unpaid month gets its new share, and the next one gets what paid months are missing", () => {
    const after = rental("2026-12-01", 89);
    const { kept, asked } = rescheduled(standing(before, 1), after, "2026-12-20");
    expect(kept).toHaveLength(1);
    const [first, ...shares] = instalmentsOf(after).map(({ amount }) => amount);
    const missing = (first ?? 0) - (kept[0]?.amount ?? 0);
    expect(amounts(asked)).toEqual([
      ["2027-01-01", (shares[0] ?? 0) + missing],
      ["2027-02-01", shares[1]],
    ]);
  });

  it("an overpaid amount is carried on to the next months", () => {
    const longer = rental("2026-12-01", 120);
    const paidMuch = standing(longer, 1).map((one) =>
      one.isPaid ? { ...one, lines: [{ kind: "rental" as const, amount: 300_000 }], amount: 300_000 } : one,
    );
    const { kept, asked } = rescheduled(paidMuch, longer, "2026-12-20");
    expect(asked.map(({ amount }) => amount).slice(0, 1)).toEqual([0]);
    expect(sumOf(kept) + sumOf(asked)).toBe(longer.total);
  });

  it("an amount owed after every month is paid is due at once and keeps that day", () => {
    const after = rental("2026-12-01", 60, 20_000);
    const { asked } = rescheduled(standing(before, 2), after, "2026-12-20");
    expect(asked).toMatchObject([{ dueOn: "2026-12-20", amount: 20_000, number: 0 }]);
    const stood = [...standing(before, 2), ...asked.map((one) => ({ ...one, number: 3, isPaid: false }))];
    expect(amounts(rescheduled(stood, after, "2026-12-25").asked)).toEqual([["2026-12-20", 20_000]]);
  });

  it("the last paid months are lowered when too much is paid", () => {
    const after = rental("2026-12-01", 35, 20_000);
    const { kept, asked } = rescheduled(standing(before, 2), after, "2026-12-20");
    expect([...kept, ...asked].map(({ number }) => number)).toEqual([1, 2]);
    expect(sumOf(kept) + sumOf(asked)).toBe(after.total);
  });

  it("an overdue month keeps its due date, and a month that begins later moves", () => {
    const { asked } = rescheduled(standing(before, 0), rental("2026-12-10", 60), "2026-12-05");
    expect(asked.map(({ dueOn }) => dueOn)).toEqual(["2026-12-01", "2027-01-10"]);
    const late = rescheduled(standing(before, 1), rental("2026-12-01", 89), "2027-01-20");
    expect(late.asked.map(({ dueOn }) => dueOn)).toEqual(["2027-01-01", "2027-02-01"]);
  });

  it("the rescheduled months always sum to the price by every kind of line", () => {
    const step = fc.record({
      days: fc.integer({ min: 30, max: 390 }),
      paid: fc.nat(14),
      on: fc.nat(400),
      fees: fc.nat(20_000),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
        let stood = standing(before, 0);
        for (const { days, paid, on, fees } of steps) {
          const after = rental("2026-12-01", days, fees);
          const isPaid = (index: number) => index < paid;
          const marked = stood.map((one, index) => ({ ...one, isPaid: isPaid(index) || one.amount === 0 }));
          const { kept, asked } = rescheduled(marked, after, addDays("2026-12-01", on));
          const all = [...kept, ...asked.map((one) => ({ ...one, isPaid: false }))];
          expect(all.every(({ amount }) => amount >= 0)).toBe(true);
          expect(kept.every(({ isPaid: was }) => was)).toBe(true);
          const byKind = new Map<string, number>();
          for (const { lines } of all)
            for (const { kind, amount } of lines) byKind.set(kind, (byKind.get(kind) ?? 0) + amount);
          for (const { kind, amount } of after.lines) expect(byKind.get(kind) ?? 0).toBe(amount);
          expect(byKind.get("fees") ?? 0).toBe(fees);
          expect(sumOf(all)).toBe(after.total);
          stood = all
            .map((one, index) => (one.number ? one : { ...one, number: 100 + index }))
            .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.number - b.number));
        }
      }),
    );
  });
});
