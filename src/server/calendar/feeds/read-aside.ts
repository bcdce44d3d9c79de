import { type CalendarError, feedLimits } from "#domain/calendar/feeds.ts";
import { workerThread } from "#server/media/pools/worker-thread.ts";
import type { CalendarSpan, ReadCalendar } from "./read-calendar.ts";

export type ReadJob = { content: Uint8Array; span: CalendarSpan };
/** The most milliseconds of a reading, and who waits for it. */
export type ReadOptions = { longest?: number; waits?: "person" | "job" };
export type ReadAnswer = ReadCalendar | { error: CalendarError };

/** A calendar of a megabyte takes some 150 MB while it is read. */
const memory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };
const reading = workerThread<ReadJob, ReadAnswer>(
  new URL("./read-calendar-main.ts", import.meta.url),
  memory,
);

/**
 * Reads a calendar in a thread beside the one that answers requests. A calendar that needs too much time or memory
 * ends with the thread, and the result is an error. People and the job take turns: whoever adds a calendar waits for
 * one of the job's at most.
 */
export async function readAside(
  content: Uint8Array,
  span: CalendarSpan,
  { longest = feedLimits.reading, waits = "job" }: ReadOptions = {},
): Promise<ReadAnswer> {
  return (await reading.ask({ content, span }, longest, waits)) ?? { error: "takes_too_long" };
}
