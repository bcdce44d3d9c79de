import { expect, it } from "vitest";
import { localTimeInLosAngeles } from "#domain/local-time.ts";
import { isLate } from "./late.ts";

it.each([
  ["10:00", "2026-11-22T10:59", false],
  ["10:00", "2026-11-22T11:00", true],
  ["20:00", "2026-11-22T20:59", false],
  ["20:00", "2026-11-22T21:00", true],
  ["09:30", "2026-11-21T23:59", false],
  ["20:00", "2026-11-23T00:00", true],
  ["23:50", "2026-11-23T00:37", false],
  ["23:50", "2026-11-23T00:50", true],
  ["23:00", "2026-11-22T23:59", false],
  ["23:00", "2026-11-23T00:00", true],
])("a return due at %s is late or not at %s", (time, now, late) => {
  expect(isLate("2026-11-22", time, now)).toBe(late);
});

it("the time in Los Angeles is eight hours behind UTC in winter and seven in summer", () => {
  expect(localTimeInLosAngeles(Date.parse("2026-11-23T07:05:59Z"))).toBe("2026-11-22T23:05");
  expect(localTimeInLosAngeles(Date.parse("2026-07-01T00:00:00Z"))).toBe("2026-06-30T17:00");
});
