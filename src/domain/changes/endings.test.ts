import { expect, test } from "vitest";
import { endingReasons, mayDriveOn } from "./endings.ts";

test("a car is driven until its last day where its owner needs it back, and for no other reason", () => {
  const driven = (last: string, today: string) =>
    endingReasons.filter((reason) => mayDriveOn(reason, last, today));
  expect(driven("2026-12-02", "2026-12-01")).toEqual(["needed_back"]);
  expect(driven("2026-12-01", "2026-12-01")).toEqual(["needed_back"]);
  expect(driven("2026-11-30", "2026-12-01")).toEqual([]);
});
