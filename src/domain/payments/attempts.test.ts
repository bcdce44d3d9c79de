import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { attemptOn, dayOfNext } from "./attempts.ts";
import { pauseAfter } from "./webhooks.ts";

describe("attemptOn", () => {
  it("an installment is charged on its day and 1, 3 and 5 days later", () => {
    const dueOn = "2026-12-31";
    const attempts = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].map((late) => attemptOn(dueOn, addDays(dueOn, late)));
    expect(attempts).toEqual([undefined, 0, 1, 1, 2, 2, 3, 3, 3, undefined]);
  });
  it("the day of the next charge attempt is known, and empty after the last", () => {
    const days = [0, 1, 2, 3].map((attempt) => dayOfNext("2026-12-31", attempt));
    expect(days).toEqual(["2027-01-01", "2027-01-03", "2027-01-05", undefined]);
  });
});

describe("pauseAfter", () => {
  it("the pause between tries grows, then ends", () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((tries) => pauseAfter(tries) ?? 0);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect([pauses[0], pauseAfter(8)]).toEqual([60_000, undefined]);
  });
});
