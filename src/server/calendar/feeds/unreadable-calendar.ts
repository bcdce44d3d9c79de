import type { CalendarError } from "#domain/calendar/feeds.ts";

/** Why a calendar can't be read. */
export class UnreadableCalendar extends Error {
  readonly code: CalendarError;
  constructor(code: CalendarError) {
    super(code);
    this.code = code;
  }
}
