import { workerData } from "node:worker_threads";
import { outOfMemory, outOfTime, type WatchedLimits } from "./limits.ts";

// This thread ends its process when the process has taken too much. The memory that a file unpacks to is allocated
// at once, outside of the limited heaps, and the main thread can't check it meanwhile.
const { mostMemory, job } = workerData as WatchedLimits;
let begun: { number: number; used: number } | undefined;

setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) return end(outOfMemory);
  const [number, most] = [Atomics.load(job, 0), Atomics.load(job, 1)];
  if (most === 0) return void (begun = undefined);
  const used = processorTime();
  if (begun?.number !== number) begun = { number, used };
  else if (used - begun.used > most) end(outOfTime);
}, 20);

/**
 * Returns how many milliseconds processors have worked for this process; work for other processes does not count.
 */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function end(signal: NodeJS.Signals): void {
  try {
    process.kill(process.pid, signal);
  } catch {
    // Windows knows but a few.
    process.kill(process.pid, "SIGKILL");
  }
}
