import { expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { calendarText } from "#test/calendar-service.ts";
import { readAside, type ReadOptions } from "./read-aside.ts";

const span = { today: "2026-11-27", horizon: "2028-11-27" };
const read = (text: string, options?: ReadOptions) => readAside(Buffer.from(text), span, options);
const day = { from: "2026-12-01", until: "2026-12-02" };

/** Every second of every day: reading it would never end. */
const endless = calendarText([day]).replace(
  "SUMMARY",
  "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\r\nSUMMARY",
);

it("the worker reads calendars one after the other and gives each its own answer", async () => {
  const days = [day, { from: "2026-12-09", until: "2026-12-09" }];
  const answers = await Promise.all(days.map((one) => read(calendarText([one]))));
  expect(answers).toEqual(days.map((one) => ({ events: 1, ranges: [one] })));
  expect(await read("<html>")).toEqual({ error: "not_a_calendar" });
});

it("a calendar that somebody is adding is read before those of the job", async () => {
  const order: string[] = [];
  const inOrder = async (name: string, options?: ReadOptions) => {
    await read(calendarText([day]), options);
    order.push(name);
  };
  await Promise.all([
    inOrder("first"),
    inOrder("second"),
    inOrder("third"),
    inOrder("added", { waits: "person" }),
  ]);
  expect(order).toEqual(["first", "added", "second", "third"]);
});

it("the server goes on with other work while ten thousand events are read", async () => {
  const days = Array.from({ length: 10_000 }, (_, at) => addDays("2026-12-01", at % 300));
  let turns = 0;
  let isRead = false;
  const turn = () => {
    turns++;
    if (!isRead) setImmediate(turn);
  };
  setImmediate(turn);
  const answer = await read(calendarText(days.map((from) => ({ from, until: from, summary: "" }))));
  isRead = true;
  expect(answer).toMatchObject({ events: 10_000, ranges: { length: 300 } });
  // If this thread read the calendar itself, all of it would be one turn.
  expect(turns).toBeGreaterThan(100);
});

it("a calendar that takes too long ends alone, and the next one is read", async () => {
  const [slow, next] = await Promise.all([read(endless, { longest: 300 }), read(calendarText([day]))]);
  expect(slow).toEqual({ error: "takes_too_long" });
  expect(next).toEqual({ events: 1, ranges: [day] });
});
