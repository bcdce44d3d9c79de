import { parentPort } from "node:worker_threads";
import type { ReadAnswer, ReadJob } from "./read-aside.ts";
import { readCalendar } from "./read-calendar.ts";

// A thread of its own: a calendar of ten thousand events takes a second, which would hold up every other request.

parentPort?.on("message", ({ content, span }: ReadJob) => {
  const answer: ReadAnswer = readCalendar(content, span);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer);
});
