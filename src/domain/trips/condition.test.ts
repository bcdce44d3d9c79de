import { describe, expect, it } from "vitest";
import { pickupReadingAbove, readMiles } from "./condition.ts";

describe("an odometer's reading", () => {
  it.each([
    ["30120", 30_120],
    ["30,120", 30_120],
    ["30.120", 30_120],
    ["30 120", 30_120],
    ["30’120", 30_120],
    ["1,030,120", 1_030_120],
    [" 30,120 miles", 30_120],
    ["30120mi", 30_120],
    ["３０１２０", 30_120],
    ["30,120 英里", 30_120],
    ["0", 0],
  ])("an odometer's reading written %j is the number %d", (typed, miles) => {
    expect(readMiles(typed)).toBe(miles);
  });

  it.each(["", "miles", "30,12", "3,0120", "30120.5", "-5", "3e4", "30,120,", "2000001", "99999999", "0x10"])(
    "an odometer's reading written %j is refused",
    (typed) => {
      expect(readMiles(typed)).toBeUndefined();
    },
  );

  it("an odometer's reading is compared with the latest one of the pickup", () => {
    const read = (kind: "pickup" | "return", odometer: number | null, stretch = 1) => ({
      kind,
      odometer,
      stretch,
    });
    const records = [read("pickup", 100), read("return", 90), read("pickup", 80)];
    expect(pickupReadingAbove(records, { odometer: 79, stretch: 1 })).toBe(80);
    expect(pickupReadingAbove(records, { odometer: 80, stretch: 1 })).toBeUndefined();
    expect(pickupReadingAbove(records, { odometer: 79, stretch: 2 })).toBeUndefined();
    expect(pickupReadingAbove([], { odometer: 0, stretch: 1 })).toBeUndefined();
  });
});
