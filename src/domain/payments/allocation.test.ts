import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocated, payableOn, standingPurposes } from "./allocation.ts";

const named = (amounts: readonly number[]) => amounts.map((amount, index) => ({ id: `${index}`, amount }));
const purpose = (instalmentId: string, amount: number) => ({ instalmentId, amount });

describe("money received for an order", () => {
  it.each([
    [[100, 100], 0, [0, 0]],
    [[100, 100], 150, [100, 50]],
    [[0, 100], 30, [0, 30]],
    [[100, 100], 500, [100, 100]],
    [[100], -5, [0]],
  ])(
    "money without a purpose pays the earliest of the installments %j: %i pays %j",
    (asked, received, paid) => {
      expect(allocated(named(asked), [], received)).toEqual(paid);
    },
  );

  it("money with a purpose pays its installment, although an earlier one is open", () => {
    expect(allocated(named([900, 145]), [purpose("1", 145)], 145)).toEqual([0, 145]);
  });

  it("money left over from its purpose pays the earliest installment", () => {
    expect(allocated(named([900, 145]), [purpose("1", 200)], 200)).toEqual([55, 145]);
  });

  it("money for an installment that no longer exists pays the earliest one", () => {
    expect(allocated(named([900]), [purpose("gone", 145)], 145)).toEqual([145]);
  });

  it("allocated money is never more than was received or than an installment needs", () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 6 });
    const purposes = fc.array(
      fc.record({
        instalmentId: fc.integer({ min: 0, max: 7 }).map(String),
        amount: fc.integer({ min: 1, max: 700 }),
      }),
    );
    fc.assert(
      fc.property(amounts, purposes, fc.integer({ min: -100, max: 3000 }), (asked, taken, received) => {
        const paid = allocated(named(asked), taken, received);
        const total = paid.reduce((sum, amount) => sum + amount, 0);
        const all = asked.reduce((sum, amount) => sum + amount, 0);
        expect(total).toBe(Math.max(0, Math.min(received, all)));
        for (const [index, amount] of paid.entries()) {
          expect(amount).toBeGreaterThanOrEqual(0);
          expect(amount).toBeLessThanOrEqual(asked[index] ?? 0);
        }
      }),
    );
  });
});

it("a partly returned payment loses its last purposes first", () => {
  const purposes = [purpose("0", 100), purpose("1", 50)];
  expect(standingPurposes(purposes, 120)).toEqual([purpose("0", 100), purpose("1", 20)]);
  expect(standingPurposes(purposes, -10)).toEqual([purpose("0", 0), purpose("1", 0)]);
});

describe("the next payment", () => {
  const standing = [
    { id: "0", dueOn: "2026-01-01", amount: 100, paid: 100 },
    { id: "1", dueOn: "2026-02-01", amount: 100, paid: 70 },
    { id: "2", dueOn: "2026-03-01", amount: 100, paid: 0 },
    { id: "3", dueOn: "2026-04-01", amount: 100, paid: 0 },
  ];
  it("the next payment is everything due", () => {
    expect(payableOn(standing, "2026-03-01", 50)).toEqual([purpose("1", 30), purpose("2", 100)]);
  });
  it("an amount too small to charge is paid together with the next installment", () => {
    expect(payableOn(standing, "2026-02-01", 50)).toEqual([purpose("1", 30), purpose("2", 100)]);
    expect(payableOn(standing, "2026-01-01", 50)).toEqual([purpose("1", 30), purpose("2", 100)]);
  });
  it("the next payment is empty when everything is paid", () => {
    expect(payableOn(standing.slice(0, 1), "2026-05-01", 50)).toEqual([]);
  });
});
