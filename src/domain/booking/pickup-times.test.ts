import { describe, expect, it } from "vitest";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { firstPickupDay, handoverTimes, isPickupTime, isTimePast, usualPickupTime } from "./pickup-times.ts";

const day = "2026-11-25";
const at = (time: string) => instantInLosAngeles(day, time);

describe("the usual pickup time", () => {
  it.each([
    ["2026-11-26", "19:30", "10:00"],
    [day, "00:10", "10:00"],
    [day, "08:00", "10:00"],
    [day, "08:01", "10:30"],
    [day, "11:45", "14:00"],
    [day, "18:00", "20:00"],
    [day, "19:30", "20:00"],
    [day, "23:59", "20:00"],
  ])(
    "the usual pickup time for %s, when the clock shows %s on 2026-11-25, is %s",
    (date, asked, expected) => {
      expect(usualPickupTime(date, at(asked))).toBe(expected);
    },
  );

  it("the usual pickup time is right on the day that the clocks go forward", () => {
    expect(usualPickupTime("2027-03-14", instantInLosAngeles("2027-03-14", "09:10"))).toBe("11:30");
  });
});

it("handover times are every half hour from 9 to 20", () => {
  expect(handoverTimes).toHaveLength(23);
  expect(handoverTimes.every(isPickupTime)).toBe(true);
  expect([handoverTimes[0], handoverTimes.at(-1)]).toEqual(["09:00", "20:00"]);
});

it("a pickup time has passed once its minute is over", () => {
  expect(["11:30", "12:00", "12:30"].map((time) => isTimePast(day, time, at("12:00")))).toEqual([
    true,
    false,
    false,
  ]);
});

it.each([
  ["00:10", day],
  ["20:00", day],
  ["20:01", "2026-11-26"],
  ["23:59", "2026-11-26"],
])("at %s of 2026-11-25 the first day to get a car is %s", (time, expected) => {
  expect(firstPickupDay(at(time))).toBe(expected);
});

describe("isPickupTime", () => {
  it.each(["09:00", "10:00", "19:59", "20:00"])("the pickup time %s is accepted", (text) => {
    expect(isPickupTime(text)).toBe(true);
  });

  it.each(["", "08:59", "20:01", "9:00", "09:60", "24:00", "10:00:00", "10:00 ", "1O:00", "１０:00", "noon"])(
    "the pickup time %j is refused",
    (text) => {
      expect(isPickupTime(text)).toBe(false);
    },
  );
});
