import { describe, expect, it } from "vitest";
import { isUpcomingSoon, ownGroup, ownStage } from "./own-orders.ts";

const today = "2026-11-22";
const order = (status: Parameters<typeof ownStage>[0]["status"], pickupDate: string, returnDate: string) => ({
  status,
  pickupDate,
  returnDate,
});

describe("an order's stage for its renter", () => {
  it.each([
    ["pending", "2026-12-01", "2026-12-31", "pending", undefined],
    ["pending", "2026-09-01", "2026-10-01", "pending", undefined],
    ["confirmed", "2026-12-01", "2026-12-31", "upcoming", "active"],
    ["confirmed", "2026-11-22", "2026-12-22", "upcoming", "active"],
    ["confirmed", "2026-11-21", "2026-12-21", "confirmed", "active"],
    ["confirmed", "2026-10-01", "2026-11-21", "completed", "completed"],
    ["in_progress", "2026-11-01", "2026-11-22", "in_progress", "active"],
    ["in_progress", "2026-10-01", "2026-11-21", "overdue", "active"],
    ["completed", "2026-12-01", "2026-12-31", "completed", "completed"],
    ["cancelled", "2026-12-01", "2026-12-31", "cancelled", undefined],
    ["cancelled", "2026-09-01", "2026-10-01", "cancelled", undefined],
  ] as const)(
    "an order that is %s, %s to %s, has the stage %s and the group %s",
    (status, from, until, stage, group) => {
      expect(ownStage(order(status, from, until), today)).toBe(stage);
      expect(ownGroup(order(status, from, until), today)).toBe(group);
    },
  );

  it("an upcoming order begins soon within thirty days, the thirtieth included", () => {
    const begins = (date: string) => isUpcomingSoon(order("confirmed", date, "2027-06-01"), today);
    expect(["2026-11-21", "2026-11-22", "2026-12-22", "2026-12-23"].map(begins)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
