import { parentPort, workerData } from "node:worker_threads";
import { endProcess, isOutOfTime, outOfMemory, outOfTime, type WatchedLimits } from "./limits.ts";

// This thread ends its process when the process has taken too much. The memory that a file unpacks to is allocated
// at once, outside of the limited heaps, and the main thread can't check it meanwhile.
const { mostMemory, job } = workerData as WatchedLimits;

setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) endProcess(outOfMemory);
  else if (isOutOfTime(job)) endProcess(outOfTime);
}, 20);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage("watching");
