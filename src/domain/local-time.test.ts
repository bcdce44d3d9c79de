import { describe, expect, it } from "vitest";
import { addDays } from "./dates.ts";
import { instantInLosAngeles } from "./local-time.ts";

describe("instantInLosAngeles", () => {
  it.each([
    ["2026-12-01", "10:00", "2026-12-01T18:00:00Z"],
    ["2026-07-01", "10:00", "2026-07-01T17:00:00Z"],
    ["2026-12-31", "20:00", "2027-01-01T04:00:00Z"],
    ["2026-03-08", "00:00", "2026-03-08T08:00:00Z"],
    ["2026-03-08", "01:59", "2026-03-08T09:59:00Z"],
    ["2026-03-08", "03:00", "2026-03-08T10:00:00Z"],
    ["2026-03-08", "09:00", "2026-03-08T16:00:00Z"],
    ["2026-11-01", "00:30", "2026-11-01T07:30:00Z"],
    ["2026-11-01", "02:00", "2026-11-01T10:00:00Z"],
    ["2026-11-01", "09:00", "2026-11-01T17:00:00Z"],
  ])("the local time %s %s is the instant %s", (date, time, instant) => {
    expect(new Date(instantInLosAngeles(date, time)).toISOString()).toBe(instant.replace("Z", ".000Z"));
  });

  it("a local time skipped by the spring change is an hour later", () => {
    expect(new Date(instantInLosAngeles("2026-03-08", "02:30")).toISOString()).toBe(
      "2026-03-08T10:30:00.000Z",
    );
  });

  it("a local time repeated by the autumn change is the first of the two", () => {
    expect(new Date(instantInLosAngeles("2026-11-01", "01:30")).toISOString()).toBe(
      "2026-11-01T08:30:00.000Z",
    );
  });

  it("local times agree with Temporal for every hour of a year", () => {
    const errors: string[] = [];
    for (let date = "2026-01-01"; date < "2027-01-01"; date = addDays(date, 1)) {
      for (let hour = 0; hour < 24; hour++) {
        const time = `${String(hour).padStart(2, "0")}:30`;
        const expected = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(
          "America/Los_Angeles",
        ).epochMilliseconds;
        if (instantInLosAngeles(date, time) !== expected) errors.push(`${date} ${time}`);
      }
    }
    expect(errors).toEqual([]);
  });
});
