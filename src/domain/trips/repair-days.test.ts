import { describe, expect, it } from "vitest";
import { repairDaysBack, repairLines } from "./repair-days.ts";

const range = (from: number, until: number) => ({
  from: `2026-05-${String(from).padStart(2, "0")}`,
  until: `2026-05-${String(until).padStart(2, "0")}`,
});

/** The whole of May, the last day excluded. */
const may = { startsOn: "2026-05-01", endsOn: "2026-05-31" };

describe("refunded days in repair", () => {
  it.each([
    ["none of a single day", [range(4, 4)], 0],
    ["every day after the first", [range(4, 8)], 4],
    ["the first of each time not", [range(4, 6), range(10, 11)], 3],
    ["ranges that follow one another as one time", [range(7, 8), range(4, 6)], 4],
    ["no day twice", [range(4, 8), range(5, 6), range(4, 8)], 4],
    ["nothing of nothing", [], 0],
  ])("the refunded days in repair are %s", (_name, ranges, days) => {
    expect(repairDaysBack(ranges, [may])).toBe(days);
  });
});

describe("the price of days in repair", () => {
  const lines = [
    { kind: "rental", amount: 90_000 },
    { kind: "duration_discount", amount: -4_500 },
    { kind: "insurance", amount: 45_001 },
    { kind: "promo", amount: -2_000 },
  ] as const;

  it("a day in repair refunds a day's price after the discount, and a day of the insurance", () => {
    expect(repairLines(lines, 30, 4)).toEqual([
      { kind: "repair", amount: -11_400 },
      { kind: "repair_insurance", amount: -6_000 },
    ]);
  });

  it("a refund for days in repair is never more than the price, and has no empty line", () => {
    expect(repairLines([{ kind: "rental", amount: 90_000 }], 30, 40)).toEqual([
      { kind: "repair", amount: -90_000 },
    ]);
    expect(repairLines(lines, 30, 0)).toEqual([]);
  });
});
