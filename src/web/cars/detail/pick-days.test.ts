import { describe, expect, it } from "vitest";
import { firstReturn, pickDay } from "./pick-days.ts";

const picking = {
  today: "2026-11-22",
  taken: [
    { from: "2027-02-01", until: "2027-02-28" },
    { from: "2027-03-01", until: "2027-03-10" },
  ],
  minRentDays: 30,
  pickupDate: "" as const,
  returnDate: "" as const,
};

describe("taps on days of a calendar", () => {
  it("the first tap chooses the pickup, the second the return, and the third starts over", () => {
    expect(pickDay("2026-12-01", picking)).toEqual({
      kind: "picked",
      pickupDate: "2026-12-01",
      returnDate: "",
    });
    const begun = { ...picking, pickupDate: "2026-12-01" };
    expect(pickDay("2027-01-15", begun)).toEqual({
      kind: "picked",
      pickupDate: "2026-12-01",
      returnDate: "2027-01-15",
    });
    expect(pickDay("2026-11-25", begun)).toEqual({
      kind: "picked",
      pickupDate: "2026-11-25",
      returnDate: "",
    });
    expect(pickDay("2027-01-20", { ...begun, returnDate: "2027-01-15" })).toEqual({
      kind: "picked",
      pickupDate: "2027-01-20",
      returnDate: "",
    });
  });

  it("a tap on an unavailable day is refused with a reason", () => {
    const begun = { ...picking, pickupDate: "2026-12-01" };
    expect(pickDay("2026-11-21", picking)).toEqual({ kind: "past" });
    expect(pickDay("2027-02-10", picking)).toEqual({ kind: "taken", from: "2027-03-11" });
    expect(pickDay("2026-12-20", begun)).toEqual({ kind: "too_short", from: "2026-12-31" });
    expect(pickDay("2027-03-20", begun)).toEqual({ kind: "blocked", until: "2027-01-31" });
    expect(pickDay("2028-06-01", { ...begun, taken: [] })).toEqual({ kind: "too_long" });
    const short = { ...begun, taken: [], maxRentDays: 60 };
    expect(pickDay("2027-01-30", short)).toMatchObject({ kind: "picked" });
    expect(pickDay("2027-01-31", short)).toEqual({ kind: "too_long", days: 60 });
  });

  it("the first possible return follows the shortest rental, and February counts as a month", () => {
    expect(firstReturn("2026-12-01", 30)).toBe("2026-12-31");
    expect(firstReturn("2027-02-01", 30)).toBe("2027-02-28");
    expect(firstReturn("2026-12-01", 45)).toBe("2027-01-15");
    expect(firstReturn("2026-12-01", 7)).toBe("2026-12-31");
  });
});
