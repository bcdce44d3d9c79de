import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedBy, smallSumOf, emailedTogether } from "./small-sums.ts";

const on = "2026-12-10";
const due = (amount: number, dueOn = on) => ({ amount, paid: 0, dueOn });

describe("an amount too small to be paid", () => {
  it.each([
    ["enough by itself", [due(50)], 50, undefined],
    ["too little, with nothing after it", [due(49)], 0, { amount: 49, joinsNext: false }],
    [
      "too little, with a month after it",
      [due(49), due(75_000, "2027-01-10")],
      0,
      { amount: 49, joinsNext: true },
    ],
    [
      "too little, with too little after it",
      [due(20), due(20, "2027-01-10")],
      0,
      { amount: 20, joinsNext: false },
    ],
    ["enough together", [due(30, "2026-11-10"), due(30)], 60, undefined],
    ["nothing", [{ ...due(75_000), paid: 75_000 }], 0, undefined],
  ])("a small amount is due and explained as it should be: %s", (_name, asked, sum, small) => {
    expect(askedBy(asked, on, 50)).toBe(sum);
    expect(smallSumOf(asked, on, 50)).toEqual(small);
  });

  it("an email adds a small amount to the next installment", () => {
    const left = (...amounts: number[]) => amounts.map((amount) => ({ left: amount }));
    expect(emailedTogether(left(30, 75_000, 20), 50)).toEqual(left(75_030));
    expect(emailedTogether(left(30, 30), 50)).toEqual(left(60));
    expect(emailedTogether(left(49), 50)).toEqual([]);
    expect(emailedTogether(left(49), 1)).toEqual(left(49));
  });

  it("an email never names an amount below the least payment or above the open amount", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 })), (amounts) => {
        const together = emailedTogether(
          amounts.map((left) => ({ left })),
          50,
        );
        for (const { left } of together) expect(left).toBeGreaterThanOrEqual(50);
        const sum = (some: number[]) => some.reduce((total, amount) => total + amount, 0);
        expect(sum(amounts) - sum(together.map(({ left }) => left))).toBeLessThan(50);
      }),
    );
  });
});
