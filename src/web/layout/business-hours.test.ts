import { expect, test } from "vitest";
import { isOpenAt } from "./business-hours.ts";

test.each([
  ["Monday 8 AM in winter", "2026-11-23T16:00:00Z", true],
  ["Monday 7:59 AM in winter", "2026-11-23T15:59:00Z", false],
  ["Monday 8 AM in summer", "2026-07-06T15:00:00Z", true],
  ["Friday 7:59 PM", "2026-11-28T03:59:00Z", true],
  ["Friday 8 PM", "2026-11-28T04:00:00Z", false],
  ["Saturday 8:30 AM", "2026-11-21T16:30:00Z", false],
  ["Saturday 5:59 PM", "2026-11-22T01:59:00Z", true],
  ["Sunday 10 AM", "2026-11-22T18:00:00Z", true],
  ["Sunday 4 PM", "2026-11-23T00:00:00Z", false],
  ["Monday midnight", "2026-11-23T08:00:00Z", false],
])("%s", (_, instant, isOpen) => {
  expect(isOpenAt(Date.parse(instant))).toBe(isOpen);
});
