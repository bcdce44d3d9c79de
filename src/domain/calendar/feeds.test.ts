import { expect, it } from "vitest";
import { daysWithout, feedHorizon, mergedDays } from "./feeds.ts";

const range = (from: string, until: string) => ({ from, until });

it("days that touch or overlap are one range", () => {
  expect(
    mergedDays([
      range("2027-01-10", "2027-01-12"),
      range("2027-01-01", "2027-01-04"),
      range("2027-01-05", "2027-01-05"),
      range("2027-01-02", "2027-01-03"),
    ]),
  ).toEqual([range("2027-01-01", "2027-01-05"), range("2027-01-10", "2027-01-12")]);
});

it("days that others have are cut out at the start, in the middle and at the end", () => {
  expect(
    daysWithout(
      [range("2027-01-01", "2027-01-31"), range("2027-03-01", "2027-03-02")],
      [
        range("2026-12-20", "2027-01-02"),
        range("2027-01-10", "2027-01-12"),
        range("2027-03-01", "2027-03-05"),
      ],
    ),
  ).toEqual([range("2027-01-03", "2027-01-09"), range("2027-01-13", "2027-01-31")]);
  expect(daysWithout([range("2027-01-01", "2027-01-01")], [])).toEqual([range("2027-01-01", "2027-01-01")]);
});

it("a calendar is read 24 months ahead", () => {
  expect(feedHorizon("2026-11-27")).toBe("2028-11-27");
});
