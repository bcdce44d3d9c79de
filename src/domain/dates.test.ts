import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  dateInLosAngeles,
  daysBetween,
  formatDate,
  formatDay,
  formatRange,
  fromDayNumber,
  isDate,
  toDayNumber,
} from "./dates.ts";

const days = fc.integer({ min: toDayNumber("1900-01-01"), max: toDayNumber("2199-12-31") });

describe("isDate", () => {
  it.each(["2026-12-01", "2028-02-29", "2000-02-29", "1900-01-01", "2199-12-31"])("%s is a date", (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    "",
    "2026-02-30",
    "2027-02-29",
    "2100-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "1899-12-31",
    "2200-01-01",
    "0000-01-01",
    "9999-12-31",
    "2026-1-1",
    "2026-12-01T00:00:00Z",
    "2026-12-01\n",
    " 2026-12-01",
    "12/01/2026",
    "２０２６-12-01",
    "٢٠٢٦-١٢-٠١",
    "__proto__",
  ])("%j is not a date", (text) => {
    expect(isDate(text)).toBe(false);
  });

  it("every day of three centuries is a date and survives its day number", () => {
    fc.assert(
      fc.property(days, (day) => {
        expect([isDate(fromDayNumber(day)), toDayNumber(fromDayNumber(day))]).toEqual([true, day]);
      }),
    );
  });
});

describe("days", () => {
  it.each([
    ["2026-12-01", "2027-02-28", 89],
    ["2028-02-28", "2028-03-01", 2],
    ["2027-02-28", "2027-03-01", 1],
    ["2026-03-07", "2026-03-09", 2],
    ["2026-10-31", "2026-11-02", 2],
    ["2026-12-01", "2026-11-30", -1],
  ])("the days from %s to %s are %d", (from, to, count) => {
    expect(daysBetween(from, to)).toBe(count);
    expect(addDays(from, count)).toBe(to);
  });
});

describe("addMonths", () => {
  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-01-31", 2, "2026-03-31"],
    ["2026-10-31", 1, "2026-11-30"],
    ["2026-11-30", 3, "2027-02-28"],
    ["2027-12-15", 1, "2028-01-15"],
    ["2028-02-29", 12, "2029-02-28"],
    ["2026-05-31", 0, "2026-05-31"],
  ])("the date %s plus %d months is %s", (date, months, result) => {
    expect(addMonths(date, months)).toBe(result);
  });

  it("added months keep the day, or take the last day of a shorter month", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 40 }), (day, months) => {
        const date = fromDayNumber(day);
        const later = addMonths(date, months);
        const isLastDay = addDays(later, 1).endsWith("-01");
        expect(later.slice(8) === date.slice(8) || (isLastDay && later.slice(8) < date.slice(8))).toBe(true);
        expect(Number(later.slice(0, 4)) * 12 + Number(later.slice(5, 7))).toBe(
          Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) + months,
        );
      }),
    );
  });
});

describe("dateInLosAngeles", () => {
  it.each([
    ["2026-12-02T07:59:59Z", "2026-12-01"],
    ["2026-12-02T08:00:00Z", "2026-12-02"],
    ["2026-07-02T06:59:59Z", "2026-07-01"],
    ["2026-07-02T07:00:00Z", "2026-07-02"],
    ["2026-03-08T07:59:59Z", "2026-03-07"],
    ["2026-03-09T06:59:59Z", "2026-03-08"],
    ["2026-11-01T06:59:59Z", "2026-10-31"],
    ["2026-11-02T07:59:59Z", "2026-11-01"],
    ["2027-01-01T00:00:00Z", "2026-12-31"],
  ])("the date in Los Angeles at %s is %s", (instant, date) => {
    expect(dateInLosAngeles(Date.parse(instant))).toBe(date);
  });
});

describe("dates for people", () => {
  it("a date is written as the same day in every time zone", () => {
    expect([formatDate("2026-12-01", "en"), formatDate("2026-12-01", "zh")]).toEqual([
      "Dec 1, 2026",
      "2026年12月1日",
    ]);
    expect([formatDay("2026-12-01", "en"), formatDay("2026-12-01", "zh")]).toEqual(["Dec 1", "12月1日"]);
  });

  it.each([
    ["2026-11-22", "2026-12-22", "en", "Nov 22", "Dec 22, 2026"],
    ["2026-11-22", "2026-12-22", "zh", "2026年11月22日", "12月22日"],
    ["2026-12-22", "2027-01-21", "en", "Dec 22, 2026", "Jan 21, 2027"],
    ["2026-12-22", "2027-01-21", "zh", "2026年12月22日", "2027年1月21日"],
  ] as const)(
    "the range from %s to %s names the year once if it is the same year (%s)",
    (start, end, language, from, until) => {
      expect(formatRange(start, end, language)).toEqual({ from, until });
    },
  );
});
