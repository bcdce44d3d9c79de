import { expect, test } from "vitest";
import { tideSteps } from "./tide-steps.ts";

const words = {
  length: (from: number, until: number | undefined) => `${from}-${until ?? ""}`,
  off: (percent: number) => `${percent}`,
};

test("a month costs less from the first length of each discount on", () => {
  expect(tideSteps(63_900, "en", words)).toEqual([
    { length: "1-2", price: "$639.00", off: "0", part: 1, months: 2 },
    { length: "3-5", price: "$607.05", off: "5", part: 0.95, months: 3 },
    { length: "6-9", price: "$575.10", off: "10", part: 0.9, months: 4 },
    { length: "10-11", price: "$562.32", off: "12", part: 0.88, months: 2 },
    { length: "12-12", price: "$543.15", off: "15", part: 0.85, months: 1 },
    { length: "13-", price: "$523.98", off: "18", part: 0.82, months: 1 },
  ]);
});
