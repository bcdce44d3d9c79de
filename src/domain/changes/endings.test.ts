import { expect, test } from "vitest";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { endingReasons, mayDriveOn, mayNotEnd } from "./endings.ts";

test("a renter may drive until the last day only when the owner needs the car back", () => {
  const driven = (last: string, today: string) =>
    endingReasons.filter((reason) => mayDriveOn(reason, last, today));
  expect(driven("2026-12-02", "2026-12-01")).toEqual(["needed_back"]);
  expect(driven("2026-12-01", "2026-12-01")).toEqual(["needed_back"]);
  expect(driven("2026-11-30", "2026-12-01")).toEqual([]);
});

test("a missed pickup is a reason to end a rental from the pickup time on", () => {
  const order = {
    status: "confirmed",
    pickupDate: "2026-12-10",
    pickupTime: "18:00",
    returnDate: "2027-01-09",
    carSince: null,
  } as const;
  const obstacleAt = (day: string, time: string) =>
    mayNotEnd(order, "did_not_come", instantInLosAngeles(day, time));
  expect(obstacleAt("2026-12-09", "23:00")).toBe("not_now");
  expect(obstacleAt("2026-12-10", "17:00")).toBe("not_now");
  expect(obstacleAt("2026-12-10", "18:00")).toBeUndefined();
});
