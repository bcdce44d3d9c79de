import { describe, expect, it } from "vitest";
import { isReviewable, meanOf, publicName } from "./reviews.ts";

describe("a review", () => {
  it.each([
    ["Wei Lin", "Wei"],
    ["  Anna-Maria  von Berg ", "Anna-Maria"],
    ["王小明", "小明"],
    ["李雷", "雷"],
    ["欧阳娜娜", "娜娜"],
    ["𠮷小明", "小明"],
    ["𠮷".repeat(60), "𠮷".repeat(40)],
    ["Cher", "Cher"],
    ["", ""],
    ["x".repeat(1e6), "x".repeat(40)],
  ])("a review by %j shows the name %j", (name, shown) => {
    expect(publicName(name)).toBe(shown);
  });

  it("a review may be written until the end of the fourteenth day after a completed rental", () => {
    const completed = { status: "completed" as const, tripCompletedAt: new Date("2026-11-02T07:30:00Z") };
    expect(isReviewable(completed, "2026-11-15")).toBe(true);
    expect(isReviewable(completed, "2026-11-16")).toBe(false);
    expect(isReviewable({ ...completed, status: "in_progress" }, "2026-11-15")).toBe(false);
    expect(isReviewable({ ...completed, tripCompletedAt: null }, "2026-11-15")).toBe(false);
  });

  it("an average rating has one decimal", () => {
    expect([
      meanOf({ sum: 14, count: 3 }),
      meanOf({ sum: 5, count: 1 }),
      meanOf({ sum: 9, count: 2 }),
    ]).toEqual([4.7, 5, 4.5]);
  });
});
