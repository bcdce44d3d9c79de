import { expect, test } from "vitest";
import { calendarMonths, stretches } from "./calendar.ts";

const calendar = {
  today: "2026-11-21",
  taken: [{ from: "2027-01-10", until: "2027-02-05" }],
  mine: { from: "2026-12-01", until: "2027-01-02" },
};

test("the calendar begins with the present month, in a week that begins on Sunday", () => {
  const months = calendarMonths(calendar, 3);
  expect(months.map(({ first, blanks, days }) => [first, blanks, days.length])).toEqual([
    ["2026-11-01", 0, 30],
    ["2026-12-01", 2, 31],
    ["2027-01-01", 5, 31],
  ]);
});

test("the calendar marks past, taken, chosen and available days, first and last days included", () => {
  const state = new Map(
    calendarMonths(calendar, 4).flatMap(({ days }) => days.map((day) => [day.date, day.state])),
  );
  expect(
    [
      "2026-11-20",
      "2026-11-21",
      "2026-12-01",
      "2027-01-02",
      "2027-01-03",
      "2027-01-10",
      "2027-02-05",
      "2027-02-06",
    ].map((date) => state.get(date)),
  ).toEqual(["past", "free", "mine", "mine", "free", "taken", "taken", "free"]);
});

test("a taken day is never shown as chosen", () => {
  const [month] = calendarMonths(
    { ...calendar, today: "2027-01-01", mine: { from: "2027-01-01", until: "2027-01-31" } },
    1,
  );
  expect(month?.days[9]?.state).toBe("taken");
});

test("the parts of a month add up to the whole month", () => {
  const months = calendarMonths(calendar, 12);
  expect(months).toHaveLength(12);
  for (const month of months) {
    expect(stretches(month).reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(100);
  }
});
