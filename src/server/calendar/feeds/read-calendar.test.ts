import { describe, expect, it } from "vitest";
import { mergedDays } from "#domain/calendar/feeds.ts";
import { readCalendar } from "./read-calendar.ts";

const span = { today: "2026-11-27", horizon: "2028-11-27" };
const calendar = (...parts: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Elsewhere//EN", ...parts, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
function read(text: string | Buffer) {
  const found = readCalendar(Buffer.from(text), span);
  return "error" in found ? found : { events: found.events, days: mergedDays(found.ranges) };
}
/** Days as "from" or "from/until". */
function daysOf(...events: string[]): string[] {
  const found = read(calendar(...events));
  if ("error" in found) throw new Error(found.error);
  return found.days.map(({ from, until }) => (from === until ? from : `${from}/${until}`));
}

const outlookPacific = [
  "BEGIN:VTIMEZONE",
  "TZID:Pacific Standard Time",
  "BEGIN:STANDARD",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:-0700",
  "TZOFFSETTO:-0800",
  "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:-0800",
  "TZOFFSETTO:-0700",
  "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
].join("\r\n");

describe("days that a calendar blocks", () => {
  it("a whole-day event blocks its days, and its end is the day after", () => {
    expect(daysOf(event("UID:a", "DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261205"))).toEqual([
      "2026-12-01/2026-12-04",
    ]);
    expect(daysOf(event("UID:a", "DTSTART;VALUE=DATE:20261201"))).toEqual(["2026-12-01"]);
  });

  it("an event blocks the days it touches in Los Angeles, except for an end at midnight", () => {
    expect(daysOf(event("UID:a", "DTSTART:20261201T080000Z", "DTEND:20261202T080000Z"))).toEqual([
      "2026-12-01",
    ]);
    expect(daysOf(event("UID:a", "DTSTART:20261201T080000Z", "DTEND:20261202T080001Z"))).toEqual([
      "2026-12-01/2026-12-02",
    ]);
    expect(
      daysOf(
        event(
          "UID:a",
          "DTSTART;TZID=Asia/Shanghai:20261202T100000",
          "DTEND;TZID=Asia/Shanghai:20261202T150000",
        ),
      ),
    ).toEqual(["2026-12-01"]);
    expect(daysOf(event("UID:a", "DTSTART:20261201T230000", "DURATION:PT2H"))).toEqual([
      "2026-12-01/2026-12-02",
    ]);
  });

  it("an event uses the zone that the file describes, whatever its name", () => {
    expect(
      daysOf(
        outlookPacific,
        event(
          "UID:a",
          "DTSTART;TZID=Pacific Standard Time:20270701T000000",
          "DTEND;TZID=Pacific Standard Time:20270702T000000",
        ),
      ),
    ).toEqual(["2027-07-01"]);
  });

  it("a time without a zone uses the calendar's own zone", () => {
    expect(
      daysOf(
        "X-WR-TIMEZONE:America/New_York",
        event("UID:a", "DTSTART:20261202T010000", "DTEND:20261202T020000"),
      ),
    ).toEqual(["2026-12-01"]);
  });

  it("a canceled event or one marked as free blocks no days", () => {
    const when = ["DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261205"];
    expect(
      daysOf(event("UID:a", ...when, "TRANSP:TRANSPARENT"), event("UID:b", ...when, "STATUS:CANCELLED")),
    ).toEqual([]);
  });

  it("a recurring event blocks its days without those left out, moved or canceled", () => {
    expect(
      daysOf(
        event(
          "UID:a",
          "DTSTART;TZID=America/Los_Angeles:20261201T100000",
          "DTEND;TZID=America/Los_Angeles:20261201T120000",
          "RRULE:FREQ=WEEKLY;COUNT=5",
          "EXDATE;TZID=America/Los_Angeles:20261208T100000",
        ),
        event(
          "UID:a",
          "RECURRENCE-ID;TZID=America/Los_Angeles:20261215T100000",
          "DTSTART;TZID=America/Los_Angeles:20261217T100000",
          "DTEND;TZID=America/Los_Angeles:20261218T100000",
        ),
        event(
          "UID:a",
          "RECURRENCE-ID;TZID=America/Los_Angeles:20261222T100000",
          "DTSTART;TZID=America/Los_Angeles:20261222T100000",
          "STATUS:CANCELLED",
        ),
      ),
    ).toEqual(["2026-12-01", "2026-12-17/2026-12-18", "2026-12-29"]);
  });

  it("an endless event blocks days from today to 24 months ahead", () => {
    expect(daysOf(event("UID:a", "DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=DAILY"))).toEqual([
      "2026-11-27/2028-11-27",
    ]);
  });

  it("folded or broken lines and an older encoding block the same days", () => {
    const folded = calendar(
      event("UID:a", "SUMMARY:A long", "  summary", "DTSTART;VALUE=DATE:2026", " 1201"),
    );
    const broken = calendar(
      event("UID:a", "DESCRIPTION:Phone", "no property at all", "DTSTART;VALUE=DATE:20261201"),
    );
    const latin = Buffer.from(
      calendar(event("UID:a", "SUMMARY:Café", "DTSTART;VALUE=DATE:20261201")),
      "latin1",
    );
    for (const text of [
      folded,
      broken,
      latin,
      calendar(event("DTSTART;VALUE=DATE:20261201")).replaceAll("\r\n", "\n"),
    ])
      expect(read(text)).toEqual({ events: 1, days: [{ from: "2026-12-01", until: "2026-12-01" }] });
  });

  it("a calendar of ten thousand events is read at once", () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      event(
        `UID:${at}`,
        `DTSTART;TZID=America/Los_Angeles:202701${String((at % 9) + 10)}T100000`,
        "DURATION:PT1H",
      ),
    );
    expect(read(calendar(...many))).toEqual({
      events: 10_000,
      days: [{ from: "2027-01-10", until: "2027-01-18" }],
    });
  });

  it("each event blocks its own days, and events with the same days count once", () => {
    const days = (from: number, until: number) =>
      event(`DTSTART;VALUE=DATE:202612${from}`, `DTEND;VALUE=DATE:202612${until + 1}`);
    expect(readCalendar(Buffer.from(calendar(days(10, 20), days(21, 24), days(10, 20))), span)).toMatchObject(
      {
        events: 3,
        ranges: [
          { from: "2026-12-10", until: "2026-12-20" },
          { from: "2026-12-21", until: "2026-12-24" },
        ],
      },
    );
  });

  it("a calendar of more than five thousand days, counted event by event, is refused", () => {
    const many = Array.from({ length: 8 }, (_, at) =>
      event(`UID:${at}`, `DTSTART;VALUE=DATE:2026120${at + 1}`, "DTEND;VALUE=DATE:20281201"),
    );
    expect(read(calendar(...many))).toEqual({ error: "too_many_days" });
    const everyMinute = event("UID:a", "DTSTART:20200101T080000Z", "DURATION:PT1M", "RRULE:FREQ=MINUTELY");
    expect(read(calendar(everyMinute))).toEqual({ error: "too_many_days" });
    expect(read(calendar(...many.slice(0, 6)))).toMatchObject({ events: 6 });
  });

  it("a calendar without events blocks no days", () => {
    expect(read(calendar())).toEqual({ events: 0, days: [] });
  });
});

it.each([
  ["<!doctype html><html></html>", "not_a_calendar"],
  ["", "not_a_calendar"],
  ["BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:2026", "cut_short"],
  [calendar(event("UID:a", "SUMMARY:No start")), "unreadable"],
  [calendar(event("UID:a", "DTSTART;VALUE=DATE:20261341")), "unreadable"],
  [calendar(event("UID:a", "DTSTART;VALUE=DATE:20260230")), "unreadable"],
  [calendar(event("UID:a", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=OFTEN")), "unreadable"],
  [calendar("BEGIN:VEVENT\r\nUID:a\r\nDTSTART;VALUE=DATE:20261201"), "unreadable"],
  [calendar(event("UID:a", "DTSTART;TZID=PST:20261201T100000")), "unknown_time_zone"],
  [calendar(event("UID:a", "DTSTART;TZID=Moon/Tycho:20261201T100000")), "unknown_time_zone"],
])("the file %j is refused with the code %s", (text, error) => {
  expect(read(text)).toEqual({ error });
});
