import { expect, it } from "vitest";
import { askedFrom, standingTakeBack } from "./adjustments.ts";

it("a share is taken back up to its order's credit, and only once beside a refund", () => {
  const cases = [
    [80_000, 80_000, 80_000],
    [30_000, 80_000, 30_000],
    [80_000, 20_000, 20_000],
    [80_000, 0, 0],
    [80_000, -500, 0],
  ] as const;
  for (const [taken, credited, standing] of cases) expect(standingTakeBack(taken, credited)).toBe(standing);
});

it("a host must pay a balance below zero after sixty days", () => {
  expect(askedFrom("2026-12-01")).toBe("2027-01-30");
});
