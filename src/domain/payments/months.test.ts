import { describe, expect, it } from "vitest";
import { dayInBooks, isMonthOver, mayReopen } from "./months.ts";

describe("the day of an entry in the books", () => {
  it.each([
    ["its own where no month is closed", "2026-10-20", [], "2026-10-20"],
    ["its own where another month is closed", "2026-10-20", ["2026-09", "2026-11"], "2026-10-20"],
    ["the first of the next month where its own is closed", "2026-10-20", ["2026-10"], "2026-11-01"],
    ["the first of the first open month", "2026-11-30", ["2026-11", "2026-12", "2027-01"], "2027-02-01"],
  ])("the day of an entry in the books is %s", (_, on, closed, expected) => {
    expect(dayInBooks(on, new Set(closed))).toBe(expected);
  });
});

describe("a month", () => {
  it("a month is over from the first day of the next", () => {
    expect(isMonthOver("2026-11", "2026-11-30")).toBe(false);
    expect(isMonthOver("2026-11", "2026-12-01")).toBe(true);
    expect(isMonthOver("2027-01", "2026-12-01")).toBe(false);
  });

  it("a month is reopened by a person other than the one who closed it, unless they are alone", () => {
    expect(mayReopen({ closedBy: "a", by: "a", others: 1 })).toEqual({ may: false, isAlone: false });
    expect(mayReopen({ closedBy: "a", by: "b", others: 1 })).toEqual({ may: true, isAlone: false });
    expect(mayReopen({ closedBy: "a", by: "a", others: 0 })).toEqual({ may: true, isAlone: true });
  });
});
