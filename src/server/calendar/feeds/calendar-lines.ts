import { UnreadableCalendar } from "./unreadable-calendar.ts";

/** UTF-8 as the standard says, or UTF-16 if the file begins so; other bytes are older programs' Windows-1252. */
function textOf(content: Uint8Array): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

const propertyLine = /^[A-Za-z0-9-]+(?:;[^:\n]{0,2000})?:/;
const timeLine = /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;(?:[^":]|"[^"]*")*)?):\s*(\S+)\s*$/i;

/** The lines of a calendar's file, each a whole property. Throws for no calendar, or for one that is cut short. */
export function calendarLines(content: Uint8Array): string[] {
  const ended = textOf(content).replace(/\r\n?/g, "\n");
  if (!/^\s*BEGIN:VCALENDAR\s/i.test(ended)) throw new UnreadableCalendar("not_a_calendar");
  if (!/\nEND:VCALENDAR\s*$/i.test(ended)) throw new UnreadableCalendar("cut_short");
  // The lines are unfolded first. A line that then is no property continues the text of the line before it.
  const lines: string[] = [];
  for (const line of ended.replace(/\n[ \t]/g, "").split("\n")) {
    if (line.trim() === "") continue;
    if (propertyLine.test(line) || lines.length === 0) lines.push(withTime(line));
    else lines[lines.length - 1] += `\\n${line}`;
  }
  return lines;
}

/** A line with a time in the standard's form: dates are marked as dates. Throws for a date that doesn't exist. */
function withTime(line: string): string {
  const [, name, value] = timeLine.exec(line) ?? [];
  if (name === undefined || value === undefined) return line;
  const times = value.split(",");
  if (!times.every(isOfCalendar)) throw new UnreadableCalendar("unreadable");
  const areDays = times.every((time) => /^\d{8}$/.test(time));
  return `${name}${areDays && !/;VALUE=/i.test(name) ? ";VALUE=DATE" : ""}:${value}`;
}

function isOfCalendar(time: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(time) ?? [];
  if (!year || !month || !day) return false;
  const last = month === "02" ? 29 : ["04", "06", "09", "11"].includes(month) ? 30 : 31;
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}
