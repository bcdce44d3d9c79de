import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitRefund } from "./waiting-refund.ts";

describe("a refund by rule that is calculated again", () => {
  it.each([
    [
      "all at once where it needs nobody",
      500,
      { approved: 0, waiting: 0 },
      true,
      { approved: 500, waiting: 0 },
    ],
    ["waiting where it does", 500, { approved: 0, waiting: 0 }, false, { approved: 0, waiting: 500 }],
    ["more, beside what waits", 700, { approved: 0, waiting: 500 }, true, { approved: 200, waiting: 500 }],
    [
      "more that waits, beside what is decided",
      700,
      { approved: 500, waiting: 0 },
      false,
      { approved: 500, waiting: 200 },
    ],
    ["less of what waits first", 600, { approved: 500, waiting: 200 }, true, { approved: 500, waiting: 100 }],
    ["less of both", 400, { approved: 500, waiting: 200 }, false, { approved: 400, waiting: 0 }],
    ["nothing", 0, { approved: 500, waiting: 200 }, false, { approved: 0, waiting: 0 }],
  ])("a refund by rule is split: %s", (_name, refund, open, isDecided, expected) => {
    expect(splitRefund(refund, open, { isDecided })).toEqual(expected);
  });

  it.each([
    ["less of what is decided first", 400, { approved: 200, waiting: 200 }],
    ["no more than all that waits", 150, { approved: 0, waiting: 150 }],
    ["more by the usual rule", 900, { approved: 700, waiting: 200 }],
  ])("a refund by rule can keep its waiting part: %s", (_name, refund, expected) => {
    const open = { approved: 500, waiting: 200 };
    expect(splitRefund(refund, open, { isDecided: true, keepsWaiting: true })).toEqual(expected);
  });

  it("the parts of a refund by rule sum to it, and its waiting part is never approved by itself", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, fc.boolean(), (refund, approved, waiting, isDecided) => {
        const split = splitRefund(refund, { approved, waiting }, { isDecided });
        expect(split.approved + split.waiting).toBe(refund);
        expect(split.approved).toBeLessThanOrEqual(Math.max(approved, refund - Math.min(waiting, refund)));
        expect(split.approved > approved && !isDecided).toBe(false);
      }),
    );
  });
});
