import { describe, expect, it } from "vitest";
import { countOf, dayAt, columnOf, readSpan, spanAfter, spanFrom, spanQuery } from "./span.ts";

const today = "2026-12-15";
const read = (query: string) => readSpan(new URLSearchParams(query), today);

describe("the span in an address", () => {
  it.each([
    ["", "month", "2026-12-01", "2026-12-31"],
    ["span=quarter", "quarter", "2026-12-01", "2027-02-28"],
    ["span=year&from=2027-03-09", "year", "2027-03-01", "2028-02-29"],
    ["span=two-years", "two-years", "2026-12-01", "2028-11-30"],
    ["span=week&from=2027-02-30", "month", "2026-12-01", "2026-12-31"],
    ["from=1999-01-01", "month", "2021-12-01", "2021-12-31"],
    ["from=2199-12-31&span=year", "year", "2031-12-01", "2032-11-30"],
  ])("the address %j is a span of whole months within the planned years", (query, span, from, until) => {
    expect(read(query)).toEqual({ span, from, until });
  });

  it("a span is written to the address as it was read", () => {
    for (const query of ["", "span=year", "from=2027-05-01", "span=quarter&from=2026-01-01"])
      expect(read(new URLSearchParams(spanQuery(read(query), today)).toString())).toEqual(read(query));
    expect(spanQuery(read(""), today)).toEqual({});
  });
});

it("the next span has the same length, and the last one is where planning ends", () => {
  expect(spanAfter(read("span=quarter"), 1, today)).toEqual(read("span=quarter&from=2027-03-01"));
  expect(spanAfter(read("from=2026-03-01"), -1, today)).toEqual(read("from=2026-02-01"));
  expect(spanAfter(spanFrom("year", "2031-12-01", today), 1, today).from).toBe("2031-12-01");
});

it("a part of the width is a day, and beyond the ends the first or the last", () => {
  const shown = read("from=2028-02-01");
  expect(countOf(shown)).toBe(29);
  const days = Array.from({ length: 29 }, (_, at) => dayAt(shown, (at + 0.5) / 29));
  expect([new Set(days).size, days[0], days.at(-1)]).toEqual([29, "2028-02-01", "2028-02-29"]);
  expect([-3, 0, 1, 7].map((part) => dayAt(shown, part).slice(8))).toEqual(["01", "01", "29", "29"]);
});

it("shown days have a place in percent of the width", () => {
  const shown = { from: "2026-12-01", until: "2026-12-20" };
  expect(columnOf(shown, { start: 5, length: 2 })).toEqual({ left: "25%", width: "10%" });
});
