import { describe, expect, it } from "vitest";
import { mergedDays } from "#domain/calendar/feeds.ts";
import { readCalendar } from "./read-calendar.ts";

// Feeds as the services and programs that hosts use write them, each with the days that it takes. Names, order and
// spelling of the properties are original; people and numbers are made up.

const span = { today: "2026-11-27", horizon: "2028-11-27" };

const file = (...lines: string[]): string => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
const airbnb = (...lines: string[]) =>
  file("PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN", "CALSCALE:GREGORIAN", "VERSION:2.0", ...lines);
const google = (...lines: string[]) =>
  file(
    "PRODID:-//Google Inc//Google Calendar 70.9054//EN",
    "VERSION:2.0",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Corolla",
    "X-WR-TIMEZONE:America/Los_Angeles",
    ...lines,
  );
const outlook = (...lines: string[]) =>
  file("METHOD:PUBLISH", "PRODID:Microsoft Exchange Server 2010", "VERSION:2.0", ...lines);
const apple = (...lines: string[]) =>
  file("VERSION:2.0", "PRODID:-//Apple Inc.//macOS 15.0//EN", "CALSCALE:GREGORIAN", ...lines);
const turo = (...lines: string[]) =>
  file("VERSION:2.0", "PRODID:-//Turo//Trips 1.0//EN", "CALSCALE:GREGORIAN", ...lines);
const other = (...lines: string[]) => file("VERSION:2.0", "PRODID:-//Elsewhere//EN", ...lines);

const event = (...lines: string[]): string =>
  ["BEGIN:VEVENT", "DTSTAMP:20261101T120000Z", ...lines, "END:VEVENT"].join("\r\n");

const observance = (kind: string, [from, to]: [string, string], start: string, rule: string): string[] => [
  `BEGIN:${kind}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  `DTSTART:${start}`,
  `RRULE:${rule}`,
  `END:${kind}`,
];
const zone = (id: string, start = "19700101T020000"): string =>
  [
    "BEGIN:VTIMEZONE",
    `TZID:${id}`,
    ...observance("DAYLIGHT", ["-0800", "-0700"], start, "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
    ...observance("STANDARD", ["-0700", "-0800"], start, "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
    "END:VTIMEZONE",
  ].join("\r\n");
const pacific = "America/Los_Angeles";

/** A feed's description, its text, and the days it takes as "from" or "from/until". */
type Shape = [name: string, text: string | Buffer, days: string[]];

const services: Shape[] = [
  [
    "a reservation of Airbnb's, its end before its start",
    airbnb(
      event(
        "DTEND;VALUE=DATE:20261219",
        "DTSTART;VALUE=DATE:20261212",
        "UID:1418fb94e984-0a1b@airbnb.com",
        "DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/de\r\n tails/HM1\\nPhone Number (Last 4 Digits): 0199",
        "SUMMARY:Reserved",
      ),
    ),
    ["2026-12-12/2026-12-18"],
  ],
  [
    "days that Airbnb's host has closed",
    airbnb(
      event(
        "DTEND;VALUE=DATE:20270106",
        "DTSTART;VALUE=DATE:20270105",
        "UID:b@airbnb.com",
        "SUMMARY:Airbnb (Not available)",
      ),
    ),
    ["2027-01-05"],
  ],
  [
    "two guests of Airbnb's, one leaving as the other comes",
    airbnb(
      event("DTEND;VALUE=DATE:20261205", "DTSTART;VALUE=DATE:20261201", "UID:a", "SUMMARY:Reserved"),
      event("DTEND;VALUE=DATE:20261209", "DTSTART;VALUE=DATE:20261205", "UID:b", "SUMMARY:Reserved"),
    ),
    ["2026-12-01/2026-12-08"],
  ],
  ["Airbnb's calendar while nobody has booked", airbnb(), []],
  [
    "a trip of Turo's in its own zone",
    turo(
      zone(pacific),
      event(
        "UID:trip-1@turo.com",
        "SUMMARY:Ann’s trip with your Corolla",
        `DTSTART;TZID=${pacific}:20261203T100000`,
        `DTEND;TZID=${pacific}:20261210T100000`,
        "LOCATION:1 Airport Blvd\\, San José",
      ),
    ),
    ["2026-12-03/2026-12-10"],
  ],
  [
    "a trip of Turo's in universal time, back shortly before midnight here",
    turo(event("UID:trip-2@turo.com", "DTSTART:20261203T180000Z", "DTEND:20261211T075900Z")),
    ["2026-12-03/2026-12-10"],
  ],
  [
    "a trip of Turo's that was called off",
    turo(
      event("UID:trip-3@turo.com", "STATUS:CANCELLED", "DTSTART:20261203T180000Z", "DTEND:20261211T075900Z"),
    ),
    [],
  ],
  [
    "days that Vrbo has closed",
    file(
      "PRODID:-//HomeAway.com, Inc.//EN",
      "VERSION:2.0",
      event("UID:1", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270204", "SUMMARY:Blocked"),
    ),
    ["2027-02-01/2027-02-03"],
  ],
  [
    "days that Booking.com has closed",
    file(
      "VERSION:2.0",
      "PRODID:-//admin.booking.com//Calendar Export//EN",
      event(
        "UID:0af1@booking.com",
        "DTSTART;VALUE=DATE:20270301",
        "DTEND;VALUE=DATE:20270302",
        "SUMMARY:CLOSED - Not available",
      ),
    ),
    ["2027-03-01"],
  ],
];

const programs: Shape[] = [
  [
    "a whole day of Google's that is marked busy",
    google(
      event(
        "DTSTART;VALUE=DATE:20261224",
        "DTEND;VALUE=DATE:20261225",
        "UID:g1",
        "TRANSP:OPAQUE",
        "SEQUENCE:0",
      ),
    ),
    ["2026-12-24"],
  ],
  [
    "a whole day of Google's that is free, as its whole days are unless somebody says otherwise",
    google(event("DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261225", "UID:g2", "TRANSP:TRANSPARENT")),
    [],
  ],
  [
    "an evening of Google's in universal time, the day before here",
    google(event("DTSTART:20261202T030000Z", "DTEND:20261202T050000Z", "UID:g3")),
    ["2026-12-01"],
  ],
  [
    "a week of Google's that recurs, with several days left out in one line",
    google(
      zone(pacific),
      event(
        `DTSTART;TZID=${pacific}:20261201T180000`,
        `DTEND;TZID=${pacific}:20261201T190000`,
        "RRULE:FREQ=WEEKLY;WKST=SU;COUNT=5;BYDAY=TU",
        `EXDATE;TZID=${pacific}:20261208T180000,20261222T180000`,
        "UID:g4",
      ),
    ),
    ["2026-12-01", "2026-12-15", "2026-12-29"],
  ],
  [
    "a rule of Google's that ends at a moment in universal time",
    google(
      event(
        `DTSTART;TZID=${pacific}:20261201T200000`,
        `DTEND;TZID=${pacific}:20261201T210000`,
        "RRULE:FREQ=DAILY;UNTIL=20261204T040000Z",
        "UID:g5",
      ),
    ),
    ["2026-12-01/2026-12-03"],
  ],
  [
    "a birthday in Google's, every year for ever",
    google(event("DTSTART;VALUE=DATE:19900115", "DURATION:P1D", "RRULE:FREQ=YEARLY", "UID:g6")),
    ["2027-01-15", "2028-01-15"],
  ],
  [
    "one week of Google's that was moved to a day of its own",
    google(
      event(
        "DTSTART;VALUE=DATE:20261201",
        "DTEND;VALUE=DATE:20261202",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "UID:g7",
      ),
      event(
        "RECURRENCE-ID;VALUE=DATE:20261208",
        "DTSTART;VALUE=DATE:20261210",
        "DTEND;VALUE=DATE:20261212",
        "UID:g7",
      ),
    ),
    ["2026-12-01", "2026-12-10/2026-12-11", "2026-12-15"],
  ],
  [
    "what Google shares of a calendar whose details are nobody's",
    google(
      event("DTSTART:20261205T180000Z", "DTEND:20261206T180000Z", "UID:g8", "SUMMARY:Busy", "CLASS:PRIVATE"),
    ),
    ["2026-12-05/2026-12-06"],
  ],
  [
    "an appointment of Outlook's in its own name for the zone",
    outlook(
      zone("Pacific Standard Time", "16010101T020000"),
      event(
        "UID:040000008200E00074C5B7101A82E008",
        "DTSTART;TZID=Pacific Standard Time:20261201T233000",
        "DTEND;TZID=Pacific Standard Time:20261202T003000",
        "CLASS:PUBLIC",
        "X-MICROSOFT-CDO-BUSYSTATUS:BUSY",
      ),
    ),
    ["2026-12-01/2026-12-02"],
  ],
  [
    "an appointment of Outlook's whose zone has a colon in its quoted name",
    outlook(
      zone('"(UTC-08:00) Pacific Time (US & Canada)"')
        .replaceAll('TZID:"', "TZID:")
        .replace(')"\r\n', ")\r\n"),
      event(
        "UID:o2",
        'DTSTART;TZID="(UTC-08:00) Pacific Time (US & Canada)":20261201T090000',
        'DTEND;TZID="(UTC-08:00) Pacific Time (US & Canada)":20261201T100000',
      ),
    ),
    ["2026-12-01"],
  ],
  [
    "an appointment of Outlook's that names its zone and describes none",
    outlook(
      event(
        "UID:o7",
        "DTSTART;TZID=Pacific Standard Time:20261201T233000",
        "DTEND;TZID=Pacific Standard Time:20261202T003000",
      ),
    ),
    ["2026-12-01/2026-12-02"],
  ],
  [
    "a whole day of Outlook's, written as midnight to midnight",
    outlook(
      zone("Pacific Standard Time", "16010101T020000"),
      event(
        "UID:o3",
        "DTSTART;TZID=Pacific Standard Time:20261201T000000",
        "DTEND;TZID=Pacific Standard Time:20261203T000000",
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
      ),
    ),
    ["2026-12-01/2026-12-02"],
  ],
  [
    "working from home in Outlook's, which is free time",
    outlook(
      event(
        "UID:o4",
        "DTSTART;VALUE=DATE:20261201",
        "DTEND;VALUE=DATE:20261202",
        "TRANSP:TRANSPARENT",
        "X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE",
      ),
    ),
    [],
  ],
  [
    "the last Friday of each month in Outlook's",
    outlook(
      zone("Pacific Standard Time", "16010101T020000"),
      event(
        "UID:o5",
        "DTSTART;TZID=Pacific Standard Time:20261225T090000",
        "DTEND;TZID=Pacific Standard Time:20261225T100000",
        "RRULE:FREQ=MONTHLY;COUNT=3;BYDAY=-1FR",
      ),
    ),
    ["2026-12-25", "2027-01-29", "2027-02-26"],
  ],
  [
    "what may yet be, in Outlook's",
    outlook(event("UID:o6", "STATUS:TENTATIVE", "DTSTART:20261201T180000Z", "DTEND:20261201T190000Z")),
    ["2026-12-01"],
  ],
  [
    "a busy time that Exchange publishes without events",
    outlook(
      [
        "BEGIN:VFREEBUSY",
        "DTSTAMP:20261101T120000Z",
        "UID:fb",
        "DTSTART:20261101T000000Z",
        "DTEND:20270101T000000Z",
        "FREEBUSY;FBTYPE=BUSY:20261201T180000Z/20261202T180000Z,20261210T180000Z/PT2H",
        "FREEBUSY:20261215T180000Z/20261215T190000Z",
        "FREEBUSY;FBTYPE=FREE:20261220T180000Z/PT2H",
        "END:VFREEBUSY",
      ].join("\r\n"),
    ),
    ["2026-12-01/2026-12-02", "2026-12-10", "2026-12-15"],
  ],
  [
    "several days of Apple's with an alarm",
    apple(
      event(
        "UID:7F0A",
        "DTSTART;VALUE=DATE:20261201",
        "DTEND;VALUE=DATE:20261204",
        "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER;VALUE=DURATION:-PT15M",
        "END:VALARM",
      ),
    ),
    ["2026-12-01/2026-12-03"],
  ],
  [
    "a time of Apple's that is meant wherever one is",
    apple(event("UID:a2", "DTSTART:20261201T230000", "DTEND:20261202T000000")),
    ["2026-12-01"],
  ],
  [
    "a week of Apple's by its length",
    apple(event("UID:a3", "DTSTART;VALUE=DATE:20261201", "DURATION:P1W")),
    ["2026-12-01/2026-12-07"],
  ],
  [
    "every other week of Apple's on two days",
    apple(
      event(
        "UID:a4",
        "DTSTART;VALUE=DATE:20261130",
        "DTEND;VALUE=DATE:20261201",
        "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261220",
      ),
    ),
    ["2026-11-30", "2026-12-02", "2026-12-14", "2026-12-16"],
  ],
  [
    "Thunderbird's name for a zone that the file describes",
    other(
      zone("/mozilla.org/20050126_1/America/Los_Angeles"),
      event(
        "UID:t1",
        "DTSTART;TZID=/mozilla.org/20050126_1/America/Los_Angeles:20261201T233000",
        "DURATION:PT1H",
      ),
    ),
    ["2026-12-01/2026-12-02"],
  ],
];

const oddities: Shape[] = [
  [
    "a night in Shanghai, a morning here",
    other(
      event(
        "UID:x1",
        "DTSTART;TZID=Asia/Shanghai:20261202T010000",
        "DTEND;TZID=Asia/Shanghai:20261202T040000",
      ),
    ),
    ["2026-12-01"],
  ],
  [
    "an hour that the clock leaves out in spring",
    other(
      event("UID:x2", `DTSTART;TZID=${pacific}:20270314T023000`, `DTEND;TZID=${pacific}:20270314T033000`),
    ),
    ["2027-03-14"],
  ],
  [
    "the last day of February, every four years",
    other(event("UID:x3", "DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY")),
    ["2028-02-29"],
  ],
  [
    "days that are listed one by one",
    other(event("UID:x4", "DTSTART;VALUE=DATE:20261201", "RDATE;VALUE=DATE:20261210,20261212")),
    ["2026-12-01", "2026-12-10", "2026-12-12"],
  ],
  [
    "an end that is its start",
    other(event("UID:x5", "DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261201")),
    ["2026-12-01"],
  ],
  [
    "an end before its start",
    other(event("UID:x6", "DTSTART:20261205T180000Z", "DTEND:20261201T180000Z")),
    ["2026-12-05"],
  ],
  ["a moment without an end", other(event("UID:x7", "DTSTART:20261205T180000Z")), ["2026-12-05"]],
  [
    "what is past, and what lies beyond two years",
    other(
      event("UID:x8", "DTSTART;VALUE=DATE:20250101", "DTEND;VALUE=DATE:20261126"),
      event("UID:x9", "DTSTART;VALUE=DATE:20281128", "DTEND;VALUE=DATE:20291201"),
    ),
    [],
  ],
  [
    "a day every day without end",
    other(event("UID:y1", "DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=DAILY")),
    ["2026-11-27/2028-11-27"],
  ],
  [
    "two calendars in one file",
    other(event("UID:y2", "DTSTART;VALUE=DATE:20261201")) +
      other(event("UID:y3", "DTSTART;VALUE=DATE:20261210")),
    ["2026-12-01", "2026-12-10"],
  ],
  [
    "a file with a mark of its byte order",
    `\uFEFF${other(event("UID:y4", "DTSTART;VALUE=DATE:20261201"))}`,
    ["2026-12-01"],
  ],
  [
    "a file in UTF-16, as Windows programs save it",
    Buffer.from(`\uFEFF${other(event("UID:z1", "DTSTART;VALUE=DATE:20261201"))}`, "utf16le"),
    ["2026-12-01"],
  ],
  [
    "lines that end as an old Mac's do",
    other(event("UID:y5", "DTSTART;VALUE=DATE:20261201")).replaceAll("\r\n", "\r"),
    ["2026-12-01"],
  ],
  [
    "a letter that is folded in the midst of its bytes",
    Buffer.concat([
      Buffer.from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:y6\r\nSUMMARY:"),
      Buffer.from("租").subarray(0, 2),
      Buffer.from("\r\n "),
      Buffer.from("租").subarray(2),
      Buffer.from("\r\nDTSTART;VALUE=DATE:20261201\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"),
    ]),
    ["2026-12-01"],
  ],
  [
    "names in small letters",
    "begin:vcalendar\r\nversion:2.0\r\nbegin:vevent\r\nuid:y7\r\ndtstart;value=date:20261201\r\nend:vevent\r\nend:vcalendar\r\n",
    ["2026-12-01"],
  ],
  [
    "tasks and notes beside an event",
    other(
      "BEGIN:VTODO\r\nUID:y8\r\nDUE;VALUE=DATE:20261224\r\nEND:VTODO",
      "BEGIN:VJOURNAL\r\nUID:y9\r\nDTSTART;VALUE=DATE:20261225\r\nEND:VJOURNAL",
      event("UID:z2", "DTSTART;VALUE=DATE:20261201"),
    ),
    ["2026-12-01"],
  ],
  [
    "whole days that end at an hour",
    other(event("UID:z3", "DTSTART;VALUE=DATE:20261201", `DTEND;TZID=${pacific}:20261203T100000`)),
    ["2026-12-01/2026-12-02"],
  ],
];

/** Four Tuesdays; another event changes the third of them. */
const tuesdays = (...lines: string[]): string =>
  other(
    event(
      "UID:series",
      `DTSTART;TZID=${pacific}:20261201T100000`,
      `DTEND;TZID=${pacific}:20261201T120000`,
      "RRULE:FREQ=WEEKLY;COUNT=4",
    ),
    event("UID:series", ...lines),
  );
const tuesdaysUntil = (start: string, until: string): string =>
  other(event("UID:tuesdays", start, "DURATION:PT1H", `RRULE:FREQ=WEEKLY;UNTIL=${until}`));
const onThursday = [`DTSTART;TZID=${pacific}:20261217T100000`, `DTEND;TZID=${pacific}:20261217T120000`];
const moved = ["2026-12-01", "2026-12-08", "2026-12-17", "2026-12-22"];

const series: Shape[] = [
  ["one moved, named in universal time", tuesdays("RECURRENCE-ID:20261215T180000Z", ...onThursday), moved],
  [
    "one moved, named in another zone",
    tuesdays("RECURRENCE-ID;TZID=America/New_York:20261215T130000", ...onThursday),
    moved,
  ],
  ["one moved, named by its day", tuesdays("RECURRENCE-ID;VALUE=DATE:20261215", ...onThursday), moved],
  [
    "one of whole days moved, named by a time",
    other(
      event("UID:days", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;COUNT=3"),
      event(
        "UID:days",
        `RECURRENCE-ID;TZID=${pacific}:20261208T000000`,
        "DTSTART;VALUE=DATE:20261210",
        "DTEND;VALUE=DATE:20261212",
      ),
    ),
    ["2026-12-01", "2026-12-10/2026-12-11", "2026-12-15"],
  ],
  [
    "one called off, named in universal time",
    tuesdays("RECURRENCE-ID:20261215T180000Z", `DTSTART;TZID=${pacific}:20261215T100000`, "STATUS:CANCELLED"),
    ["2026-12-01", "2026-12-08", "2026-12-22"],
  ],
  [
    "all from one on moved by a day",
    tuesdays(
      `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=${pacific}:20261215T100000`,
      `DTSTART;TZID=${pacific}:20261216T100000`,
      `DTEND;TZID=${pacific}:20261216T120000`,
    ),
    ["2026-12-01", "2026-12-08", "2026-12-16", "2026-12-23"],
  ],
  [
    "one moved twice, the newer revision first",
    tuesdays(
      "SEQUENCE:2",
      `RECURRENCE-ID;TZID=${pacific}:20261215T100000`,
      ...onThursday,
      "END:VEVENT",
      "BEGIN:VEVENT",
      "UID:series",
      "SEQUENCE:1",
      `RECURRENCE-ID;TZID=${pacific}:20261215T100000`,
      `DTSTART;TZID=${pacific}:20261218T100000`,
      "DURATION:PT2H",
    ),
    moved,
  ],
  [
    "days left out of timed events, and times in universal time",
    other(
      event(
        "UID:r1",
        `DTSTART;TZID=${pacific}:20261201T100000`,
        "DURATION:PT2H",
        "RRULE:FREQ=WEEKLY;COUNT=4",
        "EXDATE;VALUE=DATE:20261208",
        "EXDATE:20261215T180000Z",
      ),
    ),
    ["2026-12-01", "2026-12-22"],
  ],
  [
    "further times with ends of their own",
    other(
      event(
        "UID:r2",
        "DTSTART:20261201T180000Z",
        "DURATION:PT1H",
        "RDATE;VALUE=PERIOD:20261210T180000Z/20261212T180000Z,20261220T180000Z/PT2H",
      ),
    ),
    ["2026-12-01", "2026-12-10/2026-12-12", "2026-12-20"],
  ],
  [
    "one moved behind the last of its series, and one on a day that is left out",
    other(
      event(
        "UID:q1",
        "DTSTART;VALUE=DATE:20261201",
        "RRULE:FREQ=WEEKLY;UNTIL=20261215",
        "EXDATE;VALUE=DATE:20261208",
      ),
      event("UID:q1", "RECURRENCE-ID;VALUE=DATE:20261208", "DTSTART;VALUE=DATE:20261209"),
      event("UID:q1", "RECURRENCE-ID;VALUE=DATE:20261222", "DTSTART;VALUE=DATE:20261223"),
      event("UID:q1", "RECURRENCE-ID;VALUE=DATE:20261229", "DTSTART;VALUE=DATE:20261229", "STATUS:CANCELLED"),
    ),
    ["2026-12-01", "2026-12-09", "2026-12-15", "2026-12-23"],
  ],
  [
    "one moved of a series that names no rule, and of one that has moved to another hour",
    other(
      event("UID:q2", "DTSTART;VALUE=DATE:20261201"),
      event("UID:q2", "RECURRENCE-ID;VALUE=DATE:20261208", "DTSTART;VALUE=DATE:20261209"),
      event("UID:q3", `DTSTART;TZID=${pacific}:20270101T110000`, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"),
      event(
        "UID:q3",
        `RECURRENCE-ID;TZID=${pacific}:20270102T100000`,
        `DTSTART;TZID=${pacific}:20270104T100000`,
        "DURATION:PT1H",
      ),
    ),
    ["2026-12-01", "2026-12-09", "2027-01-01/2027-01-02", "2027-01-04"],
  ],
  [
    "timed ones whose last is named by its day",
    tuesdaysUntil(`DTSTART;TZID=${pacific}:20261201T100000`, "20261215"),
    ["2026-12-01", "2026-12-08", "2026-12-15"],
  ],
  [
    "ones in universal time whose last is named by its day",
    tuesdaysUntil("DTSTART:20261202T030000Z", "20261215"),
    ["2026-12-01", "2026-12-08", "2026-12-15"],
  ],
  [
    "timed ones whose last is named without a zone",
    tuesdaysUntil(`DTSTART;TZID=${pacific}:20261201T200000`, "20261215T200000"),
    ["2026-12-01", "2026-12-08", "2026-12-15"],
  ],
  [
    "ones without a zone whose last is named in universal time",
    other(
      "X-WR-TIMEZONE:Asia/Shanghai",
      event("UID:q8", "DTSTART:20261202T180000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;UNTIL=20261216T100000Z"),
    ),
    ["2026-12-02", "2026-12-09", "2026-12-16"],
  ],
  [
    "a first day that its rule doesn't come to, and one that is left out",
    other(
      event("UID:q4", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20261210"),
      event(
        "UID:q5",
        "DTSTART;VALUE=DATE:20270101",
        "RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270110",
        "EXDATE;VALUE=DATE:20270101",
      ),
    ),
    ["2026-12-01/2026-12-02", "2026-12-09", "2027-01-06"],
  ],
  [
    "one of every hour since long ago, and one of every third day with its number",
    other(
      event(
        "UID:q6",
        "DTSTART:19700101T080000Z",
        "DURATION:PT1M",
        "RRULE:FREQ=HOURLY;UNTIL=20261201T080000Z",
      ),
      event("UID:q7", "DTSTART;VALUE=DATE:20000101", "RRULE:FREQ=DAILY;INTERVAL=3;COUNT=3279"),
    ),
    ["2026-11-27/2026-12-01", "2026-12-04"],
  ],
  [
    "two rules at once",
    other(
      event(
        "UID:r3",
        "DTSTART;VALUE=DATE:20261201",
        "RRULE:FREQ=WEEKLY;COUNT=2",
        "RRULE:FREQ=MONTHLY;COUNT=2",
      ),
    ),
    ["2026-12-01", "2026-12-08", "2027-01-01"],
  ],
];

const revisions: Shape[] = [
  [
    "an event that a newer revision moved",
    other(
      event("UID:v1", "SEQUENCE:1", "DTSTART;VALUE=DATE:20261210"),
      event("UID:v1", "SEQUENCE:0", "DTSTART;VALUE=DATE:20261201"),
    ),
    ["2026-12-10"],
  ],
  [
    "an event that a newer revision called off",
    other(
      event("UID:v2", "SEQUENCE:0", "DTSTART;VALUE=DATE:20261201"),
      event("UID:v2", "SEQUENCE:1", "STATUS:CANCELLED", "DTSTART;VALUE=DATE:20261201"),
    ),
    [],
  ],
  [
    "two events with one UID, neither newer",
    other(
      event("UID:v3", "DTSTART;VALUE=DATE:20261201"),
      event("UID:v3", "DTSTART;VALUE=DATE:20261210"),
      event("DTSTART;VALUE=DATE:20261220"),
    ),
    ["2026-12-01", "2026-12-10", "2026-12-20"],
  ],
];

const loose: Shape[] = [
  [
    "days that don't say that they are days",
    other(event("UID:l1", "DTSTART:20261201", "DTEND:20261204")),
    ["2026-12-01/2026-12-03"],
  ],
  [
    "days after a space",
    other(event("UID:l2", "DTSTART;VALUE=DATE: 20261201", "DTEND;VALUE=DATE: 20261203 ")),
    ["2026-12-01/2026-12-02"],
  ],
  [
    "days that are written as midnights",
    other(event("UID:l3", "DTSTART;VALUE=DATE:20261201T000000", "DTEND;VALUE=DATE:20261203T000000")),
    ["2026-12-01/2026-12-02"],
  ],
  [
    "a zone of its own that the file describes",
    other(
      "BEGIN:VTIMEZONE",
      "TZID:Customized Time Zone",
      "BEGIN:STANDARD",
      "DTSTART:16010101T000000",
      "TZOFFSETFROM:+0800",
      "TZOFFSETTO:+0800",
      "END:STANDARD",
      "END:VTIMEZONE",
      event("UID:l4", "DTSTART;TZID=Customized Time Zone:20261202T090000", "DURATION:PT1H"),
    ),
    ["2026-12-01"],
  ],
  ...["US/Pacific", "/America/Los_Angeles", "/freeassociation.sourceforge.net/America/Los_Angeles"].map(
    (name): Shape => [
      `a zone called ${name} that the file doesn't describe`,
      other(event("UID:l5", `DTSTART;TZID=${name}:20261201T233000`, "DURATION:PT1H")),
      ["2026-12-01/2026-12-02"],
    ],
  ),
  [
    "words in quoted-printable that go on in the next line",
    other(
      event(
        "UID:l6",
        "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:key=0D=0A=",
        "under the mat=",
        "DTSTART;VALUE=DATE:20261201",
      ),
    ),
    ["2026-12-01"],
  ],
  [
    "whole days by a length in hours",
    other(
      event("UID:m1", "DTSTART;VALUE=DATE:20261201", "DURATION:PT72H"),
      event("UID:m2", "DTSTART;VALUE=DATE:20261210", "DURATION:PT36H", "RRULE:FREQ=WEEKLY;COUNT=2"),
    ),
    ["2026-12-01/2026-12-03", "2026-12-10/2026-12-11", "2026-12-17/2026-12-18"],
  ],
  [
    "a length of nothing, and one that goes backwards",
    other(
      event("UID:l7", "DTSTART;VALUE=DATE:20261201", "DURATION:P0D"),
      event("UID:l8", "DTSTART;VALUE=DATE:20261210", "DURATION:-P2D"),
    ),
    ["2026-12-01", "2026-12-10"],
  ],
  [
    "from the first year to the last",
    other(event("UID:l9", "DTSTART;VALUE=DATE:00010101", "DTEND;VALUE=DATE:99991231")),
    ["2026-11-27/2028-11-27"],
  ],
];

describe.each([
  ["services", services],
  ["programs", programs],
  ["what no one should write and some do", oddities],
  ["events that recur", series],
  ["events that come twice", revisions],
  ["programs that know the standard by hearsay", loose],
])("calendars of %s", (_, shapes) => {
  it.each(shapes)("%s blocks its days", (_name, text, days) => {
    const found = readCalendar(Buffer.from(text), span);
    if ("error" in found) throw new Error(found.error);
    const taken = mergedDays(found.ranges).map(({ from, until }) =>
      from === until ? from : `${from}/${until}`,
    );
    expect(taken).toEqual(days);
  });
});
