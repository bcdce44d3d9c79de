import { describe, expect, it } from "vitest";
import {
  clashesOf,
  countDays,
  daysWithout,
  distinctRanges,
  feedHorizon,
  freshClashes,
  mergedDays,
  minutesUntilNext,
  withoutWebcal,
} from "./feeds.ts";

const range = (from: string, until: string) => ({ from, until });

it("days that touch or overlap are merged into one range", () => {
  expect(
    mergedDays([
      range("2027-01-10", "2027-01-12"),
      range("2027-01-01", "2027-01-04"),
      range("2027-01-05", "2027-01-05"),
      range("2027-01-02", "2027-01-03"),
    ]),
  ).toEqual([range("2027-01-01", "2027-01-05"), range("2027-01-10", "2027-01-12")]);
});

it("days taken by others are cut out at the start, in the middle and at the end", () => {
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

it("a calendar that fails is read later and later, after six hours at the latest", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => minutesUntilNext(failures))).toEqual([
    30, 30, 60, 120, 240, 360, 360,
  ]);
  expect(minutesUntilNext(1, "takes_too_long")).toBe(360);
});

it("a webcal address becomes an https address", () => {
  expect(
    [" webcal://a.example/b ", "WEBCALS://a.example", "https://a.example/webcal:"].map(withoutWebcal),
  ).toEqual(["https://a.example/b", "https://a.example", "https://a.example/webcal:"]);
});

it("a span that appears twice counts once, and so does each of its days", () => {
  const spans = [
    range("2027-01-02", "2027-01-03"),
    range("2027-01-01", "2027-01-01"),
    range("2027-01-02", "2027-01-03"),
  ];
  expect(distinctRanges(spans)).toEqual([spans[1], spans[0]]);
  expect(countDays(distinctRanges(spans))).toBe(3);
});

describe("events of another calendar and an order's days", () => {
  const first = { number: 1, ...range("2027-01-01", "2027-01-31") };
  const second = { number: 2, ...range("2027-02-01", "2027-02-28") };
  const held = { orders: [first, second], blocks: [range("2027-03-01", "2027-03-05")], from: "2026-12-20" };
  const clashes = (events: ReturnType<typeof range>[], from = held.from) =>
    clashesOf(events, { ...held, from }).map(({ order, days }) => [order.number, days.from, days.until]);

  it("calendar events clash with each overlapping order separately", () => {
    expect(clashes([range("2026-12-30", "2027-01-02")])).toEqual([[1, "2027-01-01", "2027-01-02"]]);
    expect(clashes([range("2027-01-30", "2027-02-02")])).toEqual([
      [1, "2027-01-30", "2027-01-31"],
      [2, "2027-02-01", "2027-02-02"],
    ]);
    expect(clashes([range("2027-03-01", "2027-03-20")])).toEqual([]);
  });

  it("calendar events don't clash with orders whose exact days they cover", () => {
    expect(clashes([range("2027-01-01", "2027-01-31"), range("2027-02-01", "2027-02-28")])).toEqual([]);
    expect(clashes([range("2027-01-01", "2027-03-05")])).toEqual([]);
    expect(clashes([range("2027-01-01", "2027-02-28")])).toHaveLength(2);
    expect(clashes([range("2027-01-01", "2027-01-30")])).toHaveLength(1);
  });

  it("calendar events before the day of reading cause no clash", () => {
    expect(clashes([range("2027-01-10", "2027-01-31")], "2027-01-10")).toEqual([]);
    expect(clashes([range("2027-02-10", "2027-02-11")], "2027-03-01")).toEqual([]);
  });
});

it("a clash of a car that isn't back is no news as it grows by each day, and one on other days is", () => {
  const of = (from: string, until: string) => ({ orderId: "one", ...range(from, until) });
  const known = [of("2027-05-09", "2027-05-11")];
  expect(freshClashes([of("2027-05-09", "2027-05-12")], known, "2027-05-12")).toEqual([]);
  expect(freshClashes([of("2027-05-10", "2027-05-11")], known, "2027-05-12")).toEqual([]);
  const later = of("2027-06-01", "2027-06-03");
  expect(freshClashes([...known, later], known, "2027-05-12")).toEqual([later]);
  const longer = of("2027-05-09", "2027-05-20");
  expect(freshClashes([longer], known, "2027-05-12")).toEqual([longer]);
});
