import { expect, it } from "vitest";
import { bandsOf, monthsOf, weekdayOf } from "./backdrop.ts";
import { spanFrom } from "./span.ts";

const today = "2026-12-15";
const kindsOf = (span: "month" | "quarter" | "year" | "two-years", date = today) =>
  Object.fromEntries(
    [...Map.groupBy(bandsOf(spanFrom(span, date, today), today), ({ kind }) => kind)].map(([kind, bands]) => [
      kind,
      bands.map(({ start, length }) => [start, length]),
    ]),
  );

it("months begin where the days before them end", () => {
  const months = monthsOf(spanFrom("two-years", today, today));
  expect(months.length).toBe(24);
  expect(months[0]).toEqual({ month: "2026-12", start: 0, length: 31 });
  const ends = months.map(({ start, length }) => start + length);
  expect(months.slice(1).map(({ start }) => start)).toEqual(ends.slice(0, -1));
});

it("1 December 2026 is a Tuesday", () => {
  expect(weekdayOf("2026-12-01")).toBe(2);
});

it("a month has a line before each day, its weekends, and the days that are over", () => {
  const { past, weekend, line, today: now } = kindsOf("month");
  expect(past).toEqual([[0, 14]]);
  expect(now).toEqual([[14, 1]]);
  expect(weekend?.map(([start = 0]) => start + 1)).toEqual([5, 6, 12, 13, 19, 20, 26, 27]);
  expect(line?.length).toBe(30);
});

it("two years have a line before each month and no weekends", () => {
  const { weekend, line } = kindsOf("two-years");
  expect([weekend, line?.length]).toEqual([undefined, 23]);
});

it("days to come are not over, and days long over all are", () => {
  expect(kindsOf("month", "2027-02-01")).not.toHaveProperty("past");
  expect(kindsOf("month", "2026-10-01").past).toEqual([[0, 31]]);
  expect(kindsOf("month", "2026-10-01")).not.toHaveProperty("today");
});
