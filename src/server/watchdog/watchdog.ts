import { url as debuggerUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import { pace } from "./silence.ts";

/** The data for the watching thread. */
export type WatchedProcess = {
  /** How many signs of life there have been, and 1 while a debugger is attached. */
  signs: Int32Array;
  /** Milliseconds without a sign of life after which the process is ended. */
  longest: number;
  /** The folder that the process can't work without. */
  folder: string | undefined;
};

/**
 * Ends this process from a thread of its own if the event loop has not turned for `longest` milliseconds, or if
 * `folder` is gone. A hung loop handles neither a signal nor a timer of ours.
 */
export function startWatchdog(
  { longest, folder }: Pick<WatchedProcess, "longest" | "folder">,
  log: FastifyBaseLogger,
): void {
  const signs = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => {
    Atomics.add(signs, 0, 1);
    Atomics.store(signs, 1, debuggerUrl() === undefined ? 0 : 1);
  }, pace).unref();
  const workerData: WatchedProcess = { signs, longest, folder };
  const thread = new Worker(new URL("./watchdog-main.ts", import.meta.url), { workerData });
  thread.on("error", (error) => log.error({ err: error }, "nobody watches the event loop any more"));
  thread.unref();
}
