import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeRanges, rentableRanges } from "./availability.ts";
import { addDays, fromDayNumber, toDayNumber } from "#domain/dates.ts";

const range = (from: string, until: string) => ({ from, until });

describe("freeRanges", () => {
  const [from, until] = ["2026-12-01", "2026-12-31"];
  it.each([
    ["nothing is taken", [], [range(from, until)]],
    [
      "the middle is taken",
      [range("2026-12-10", "2026-12-20")],
      [range(from, "2026-12-09"), range("2026-12-21", until)],
    ],
    ["everything is taken", [range(from, until)], []],
    ["more than everything is taken", [range("2026-11-01", "2027-01-31")], []],
    ["it begins taken", [range("2026-11-20", "2026-12-05")], [range("2026-12-06", until)]],
    ["it ends taken", [range("2026-12-25", "2027-01-20")], [range(from, "2026-12-24")]],
    [
      "two touch",
      [range("2026-12-05", "2026-12-09"), range("2026-12-10", "2026-12-12")],
      [range(from, "2026-12-04"), range("2026-12-13", until)],
    ],
    [
      "a day lies between two",
      [range("2026-12-05", "2026-12-09"), range("2026-12-11", "2026-12-12")],
      [range(from, "2026-12-04"), range("2026-12-10", "2026-12-10"), range("2026-12-13", until)],
    ],
    [
      "taken days lie before and after",
      [range("2026-10-01", "2026-11-01"), range("2027-02-01", "2027-03-01")],
      [range(from, until)],
    ],
  ])("the free ranges are right when %s", (_name, taken, free) => {
    expect(freeRanges(taken, from, until)).toEqual(free);
  });

  it("the free ranges hold exactly the days that are not taken, in order", () => {
    const gaps = fc.array(fc.record({ gap: fc.nat(20), days: fc.integer({ min: 1, max: 60 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: 0, max: 300 }),
        (steps, start, length) => {
          const first = toDayNumber("2026-12-01");
          let day = first + start;
          const taken = steps.map(({ gap, days }) => {
            const begun = day + gap;
            day = begun + days;
            return range(fromDayNumber(begun), fromDayNumber(day - 1));
          });
          const span = range(fromDayNumber(first), fromDayNumber(first + length));
          const free = freeRanges(taken, span.from, span.until);
          const holds = (ranges: typeof free, date: string) =>
            ranges.filter((one) => one.from <= date && date <= one.until).length;
          for (let date = addDays(span.from, -3); date <= addDays(span.until, 3); date = addDays(date, 1)) {
            const isInside = date >= span.from && date <= span.until;
            expect(holds(free, date)).toBe(isInside && !holds(taken, date) ? 1 : 0);
          }
          expect(free.every((one) => one.from <= one.until)).toBe(true);
          expect(free.slice(1).every((one, place) => addDays(free[place]?.until ?? "", 1) < one.from)).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe("rentableRanges", () => {
  const free = [
    range("2026-12-01", "2026-12-30"),
    range("2027-01-10", "2027-02-09"),
    range("2027-03-01", "2027-05-30"),
    range("2027-06-01", "2027-12-31"),
  ];

  it("the rentable ranges leave out ranges shorter than the requested days", () => {
    expect(rentableRanges(free, 60, 3).map((one) => one.from)).toEqual(["2027-03-01", "2027-06-01"]);
  });

  it("the rentable ranges are never shorter than the shortest rental, and limited in number", () => {
    expect(rentableRanges(free, 1, 2).map((one) => one.from)).toEqual(["2027-01-10", "2027-03-01"]);
  });
});
