import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Refusal } from "#contract/errors.ts";

/**
 * Signals by which a process that works on a file ends itself. A signal from elsewhere, for example from a machine
 * that is short of memory, says nothing about the file.
 */
export const outOfTime = "SIGVTALRM";
export const outOfMemory = "SIGUSR2";
const ownFalls = new Set<NodeJS.Signals>(["SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT", "SIGTRAP"]);

export type FileLimits = {
  /** Milliseconds of processors' work that reading one file may take. */
  mostTime: number;
  /** Milliseconds after which the work is given up: the machine has no time for it, and the file is not blamed. */
  longestWait: number;
};
export const usualLimits: FileLimits = { mostTime: 20_000, longestWait: 60_000 };

/** What the end of a process says about the file that the process worked on. */
export type ProcessEnd = "too_slow" | "too_large" | "broken" | "busy";

export function readEnd(code: number | null, signal: NodeJS.Signals | null): ProcessEnd {
  if (signal === outOfTime) return "too_slow";
  if (signal === outOfMemory) return "too_large";
  return signal === null ? (code === 0 ? "busy" : "broken") : ownFalls.has(signal) ? "broken" : "busy";
}

export const busy = (): Refusal =>
  new Refusal("busy", "We're busy right now. Please try again in a moment.", { retryAfter: 10 });

/**
 * `job` has the milliseconds that the file may take, 0 while none is read, and the processors' time when it began.
 */
export type WatchedLimits = { mostMemory: number; job: Int32Array };

export type Limits = {
  /** Resolves once the watching thread looks. */
  watching: Promise<unknown>;
  begin: (mostTime: number) => void;
  /**
   * Says that the file is read: the remaining work is on our own data. Ends this process if the file took too long
   * and the watching thread had no turn to see it.
   */
  over: () => void;
};

/** Limits this process: a thread of its own ends it when it takes too much. */
export function holdToLimits(mostMemory: number): Limits {
  const job = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const workerData: WatchedLimits = { mostMemory, job };
  const watch = new Worker(new URL("./limits-watch.ts", import.meta.url), { workerData });
  return {
    watching: once(watch, "message"),
    begin(mostTime) {
      // In this order: the watching thread never compares a file with the beginning of the one before.
      Atomics.store(job, 1, processorTime());
      Atomics.store(job, 0, mostTime);
    },
    over() {
      const isLate = isOutOfTime(job);
      Atomics.store(job, 0, 0);
      if (!isLate) return;
      endProcess(outOfTime);
      throw new Error("The file took too long");
    },
  };
}

/** Whether the file that is read has taken more than its time. */
export function isOutOfTime(job: Int32Array): boolean {
  const most = Atomics.load(job, 0);
  return most > 0 && processorTime() - Atomics.load(job, 1) > most;
}

/**
 * Returns how many milliseconds processors have worked for this process; work for other processes does not count.
 */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
}

export function endProcess(signal: NodeJS.Signals): void {
  try {
    process.kill(process.pid, signal);
  } catch {
    // Windows knows but a few.
    process.kill(process.pid, "SIGKILL");
  }
}
