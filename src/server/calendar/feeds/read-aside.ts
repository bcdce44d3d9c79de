import { Worker } from "node:worker_threads";
import { type CalendarError, feedLimits } from "#domain/calendar/feeds.ts";
import type { CalendarSpan, ReadCalendar } from "./read-calendar.ts";

export type ReadJob = { content: Uint8Array; span: CalendarSpan };
/** The most milliseconds of a reading, and who waits for it. */
export type ReadOptions = { longest?: number; waits?: keyof typeof waiting };
export type ReadAnswer = ReadCalendar | { error: CalendarError };

/** A calendar of a megabyte takes some 150 MB while it is read. */
const memory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };

/** Calendars that wait for the thread: one that somebody is adding comes before those of the job. */
const waiting = { person: [] as (() => Promise<void>)[], job: [] as (() => Promise<void>)[] };
let isReading = false;
let reading: Worker | undefined;

/** One calendar after the other: each has the thread, its time and its memory for itself. */
async function readInTurn(): Promise<void> {
  if (isReading) return;
  isReading = true;
  for (let next; (next = waiting.person.shift() ?? waiting.job.shift());) await next();
  isReading = false;
}

/**
 * Reads a calendar in a thread beside the one that answers requests. A calendar that needs too much time or memory
 * ends with the thread, and the result is an error.
 */
export function readAside(
  content: Uint8Array,
  span: CalendarSpan,
  { longest = feedLimits.reading, waits = "job" }: ReadOptions = {},
): Promise<ReadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
  waiting[waits].push(() => ask({ content, span }, longest).then(resolve, reject));
  void readInTurn();
  return promise;
}

async function ask(job: ReadJob, longest: number): Promise<ReadAnswer> {
  const worker = (reading ??= start());
  worker.ref();
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>();
  const fall = () => resolve({ error: "takes_too_long" });
  const late = setTimeout(fall, longest);
  worker.once("message", resolve).once("error", fall).once("exit", fall);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(job);
  const answer = await promise;
  clearTimeout(late);
  worker.off("message", resolve).off("error", fall).off("exit", fall);
  if ("error" in answer && answer.error === "takes_too_long") await end(worker);
  else worker.unref();
  return answer;
}

/** The thread starts when first needed, and again after a calendar ended it. Idle, it lets the process end. */
function start(): Worker {
  const started = new Worker(new URL("./read-calendar-main.ts", import.meta.url), { resourceLimits: memory });
  const forget = () => {
    if (reading === started) reading = undefined;
  };
  return started.on("error", forget).on("exit", forget);
}

async function end(worker: Worker): Promise<void> {
  if (reading === worker) reading = undefined;
  await worker.terminate();
}
