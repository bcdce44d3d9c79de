import { describe, expect, it } from "vitest";
import { responseRateOf, keepsWaiting } from "./host-answers.ts";

const measured = (asked: number, answered: number, medianMinutes: number | null = 30) => ({
  asked,
  answered,
  medianMinutes,
});

describe("a host's answers to requests", () => {
  it.each([
    [2, 2, 30, undefined],
    [3, 3, 60, { share: 100, within: "hour" }],
    [3, 3, 61, { share: 100, within: "hours" }],
    [300, 299, 360, { share: 99, within: "hours" }],
    [4, 1, 361, { share: 25, within: "day" }],
    [3, 0, null, { share: 0, within: null }],
  ] as const)(
    "a host with %i requests, %i answered, half of them in %j minutes, is shown as %j",
    (asked, answered, minutes, shown) => {
      expect(responseRateOf(measured(asked, answered, minutes))).toEqual(shown);
    },
  );

  it("a host who answers few requests, or answers late, is listed behind all others", () => {
    expect(keepsWaiting(measured(2, 0, null))).toBe(false);
    expect(keepsWaiting(measured(3, 1))).toBe(true);
    expect(keepsWaiting(measured(3, 2))).toBe(false);
    expect(keepsWaiting(measured(4, 2))).toBe(false);
    expect(keepsWaiting(measured(4, 4, 720))).toBe(false);
    expect(keepsWaiting(measured(4, 4, 721))).toBe(true);
  });
});
