import { expect, test } from "vitest";
import { isOpenAt, readBusinessHours } from "./business-hours.ts";

const hours = readBusinessHours("Mon-Fri 8-20, Sat 9-18, Sun 10-16") ?? [];

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
])("the business hours are right on %s", (_, instant, isOpen) => {
  expect(isOpenAt(hours, Date.parse(instant))).toBe(isOpen);
});

test("business hours are read for single days and for rows of days, even over the weekend", () => {
  expect(readBusinessHours("Fri-Mon 0-24")).toEqual([{ days: [5, 6, 0, 1], opens: 0, closes: 24 }]);
  expect(readBusinessHours("Tue 9-17 ,Thu 9-12")).toEqual([
    { days: [2], opens: 9, closes: 17 },
    { days: [4], opens: 9, closes: 12 },
  ]);
});

test.each([
  "",
  "Mon",
  "Mon-Fri",
  "Mon 20-8",
  "Mon 8-8",
  "Mon 8-25",
  "mon 8-20",
  "Mon-Fri 8-20, Fri 9-12",
  "Mon 8-20;",
  "Monday 8-20",
  "Mon 8:00-20:00",
])("the text %j is refused as business hours", (text) => expect(readBusinessHours(text)).toBeUndefined());
