import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { HostCalendarCar } from "#contract/host/calendar.ts";
import { entriesOf, entriesOn, entryKinds, inTheWay, layOut } from "./lay-out.ts";

const december = { from: "2026-12-01", until: "2026-12-31" };
const taken: Pick<HostCalendarCar, "orders" | "blocks" | "feedDays" | "heldDays"> = {
  orders: [
    {
      id: "o1",
      orderNumber: "LB-1",
      status: "confirmed",
      isAsked: true,
      pickupDate: "2026-11-20",
      returnDate: "2026-12-04",
    },
  ],
  blocks: [
    { id: "b1", from: "2026-12-20", until: "2026-12-20", note: "Brakes", isOwn: true },
    { id: "b2", from: "2026-12-24", until: "2026-12-26", note: "", isOwn: false },
  ],
  feedDays: [
    { feedId: "f1", label: "Turo", from: "2026-12-10", until: "2026-12-14" },
    { feedId: "f2", label: "Getaround", from: "2026-12-12", until: "2027-01-10" },
  ],
  heldDays: [{ from: "2027-02-01", until: "2027-02-28" }],
};
const entries = entriesOf(taken);

it("a car's calendar entries are sorted by their first day", () => {
  expect(entries.map(({ kind, from }) => `${kind} ${from}`)).toEqual([
    "order 2026-11-20",
    "feed 2026-12-10",
    "feed 2026-12-12",
    "own 2026-12-20",
    "admin 2026-12-24",
    "held 2027-02-01",
  ]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

describe("bars over the days", () => {
  it("calendar bars are cut at the edges of the shown days and marked as going on", () => {
    const { bars } = layOut(entries, december);
    expect(
      bars.map(({ entry, start, length, goesBefore, goesAfter }) => [
        entry.kind,
        start,
        length,
        goesBefore,
        goesAfter,
      ]),
    ).toEqual([
      ["order", 0, 4, true, false],
      ["feed", 9, 5, false, false],
      ["feed", 11, 20, false, true],
      ["own", 19, 1, false, false],
      ["admin", 23, 3, false, false],
    ]);
  });

  it("overlapping calendar bars have lanes of their own, and lanes are reused", () => {
    const { bars, lanes } = layOut(entries, december);
    expect(bars.map(({ lane }) => lane)).toEqual([0, 0, 1, 0, 0]);
    expect(lanes).toBe(2);
    const overlapping = bars.filter((one) =>
      bars.some(
        (other) =>
          one !== other &&
          one.lane === other.lane &&
          one.start < other.start + other.length &&
          other.start < one.start + one.length,
      ),
    );
    expect(overlapping).toEqual([]);
  });

  it("a calendar row without taken days has no bars and keeps its height", () => {
    expect(layOut([], december)).toEqual({ bars: [], lanes: 1 });
    expect(layOut(entries, { from: "2027-05-01", until: "2027-05-31" }).bars).toEqual([]);
  });
});

it("a day has all entries on it, our own before another calendar's", () => {
  const idsOn = (day: string) => entriesOn(entries, day).map(({ id }) => id);
  expect(idsOn("2026-12-04")).toEqual(["o1"]);
  expect(idsOn("2026-12-05")).toEqual([]);
  expect(idsOn("2026-12-13")).toEqual(["f1 2026-12-10", "f2 2026-12-12"]);
  expect(idsOn("2026-12-20")).toEqual(["b1", "f2 2026-12-12"]);
});

it("every entry but another calendar's prevents a block of days", () => {
  const kinds = (from: string, until: string) => inTheWay(entries, { from, until }).map(({ kind }) => kind);
  expect(kinds("2026-12-04", "2026-12-14")).toEqual(["order"]);
  expect(kinds("2026-12-05", "2026-12-19")).toEqual([]);
  expect(kinds("2026-12-20", "2027-02-01")).toEqual(["own", "admin", "held"]);
});

it("every kind of entry has a look of its own", () => {
  const sheet = readFileSync(new URL("timeline.module.css", import.meta.url), "utf8");
  expect(entryKinds.filter((kind) => !sheet.includes(`[data-entry="${kind}"]`))).toEqual([]);
});
