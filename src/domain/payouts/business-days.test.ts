import { expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { addBusinessDays, isBankHoliday, isBusinessDay } from "./business-days.ts";

/** The holidays that the Federal Reserve Banks publish. */
const published = {
  2026: [
    "2026-01-01",
    "2026-01-19",
    "2026-02-16",
    "2026-05-25",
    "2026-06-19",
    // Independence Day is a Saturday: the banks are open on the Friday.
    "2026-09-07",
    "2026-10-12",
    "2026-11-11",
    "2026-11-26",
    "2026-12-25",
  ],
  2027: [
    "2027-01-01",
    "2027-01-18",
    "2027-02-15",
    "2027-05-31",
    // 19 June is a Saturday; 4 July is a Sunday, kept on the Monday.
    "2027-07-05",
    "2027-09-06",
    "2027-10-11",
    "2027-11-11",
    "2027-11-25",
    // A Saturday: 25 December.
  ],
  2028: [
    // A Saturday: 1 January.
    "2028-01-17",
    "2028-02-21",
    "2028-05-29",
    "2028-06-19",
    "2028-07-04",
    "2028-09-04",
    "2028-10-09",
    // A Saturday: 11 November.
    "2028-11-23",
    "2028-12-25",
  ],
};

it("bank holidays are the days published by the Federal Reserve Banks", () => {
  for (const [year, days] of Object.entries(published)) {
    const found: string[] = [];
    for (let on = `${year}-01-01`; on.startsWith(year); on = addDays(on, 1)) {
      const weekday = new Date(`${on}T00:00:00Z`).getUTCDay();
      const isWeekday = weekday !== 0 && weekday !== 6;
      if (isWeekday && isBankHoliday(on)) found.push(on);
      expect(isBusinessDay(on), on).toBe(isWeekday && !days.includes(on));
    }
    expect(found).toEqual(days);
  }
});

it("business days are counted over weekends and holidays", () => {
  const cases = [
    ["2026-11-23", 3, "2026-11-27"],
    ["2026-11-25", 1, "2026-11-27"],
    ["2026-11-28", 3, "2026-12-02"],
    ["2026-12-31", 3, "2027-01-06"],
    ["2026-12-01", 3, "2026-12-04"],
    ["2026-12-04", 3, "2026-12-09"],
    ["2026-12-04", 0, "2026-12-04"],
  ] as const;
  for (const [on, count, expected] of cases) expect(addBusinessDays(on, count), on).toBe(expected);
});
