import { type ResourceLimits, Worker } from "node:worker_threads";
import { fairQueue } from "./fair-turns.ts";

export type WorkerThread<Job, Answer> = {
  /**
   * The answer to a job, in the turn of `by`. Undefined if the job took more than `longest` milliseconds or more
   * memory than the thread may have: it ends with the thread.
   */
  ask: (job: Job, longest: number, by?: string) => Promise<Answer | undefined>;
};

/**
 * Runs jobs one at a time in a thread, each with a time and memory limit. The thread starts with the first job, and again after a job ended it. An idle thread lets the process end. The program at `main`
 * answers each message with one.
 */
export function workerThread<Job, Answer>(
  main: URL,
  resourceLimits: ResourceLimits = {},
): WorkerThread<Job, Answer> {
  const queue = fairQueue({ most: 1 });
  let running: Worker | undefined;

  function forget(worker: Worker): void {
    if (running === worker) running = undefined;
  }

  function start(): Worker {
    const started = new Worker(main, { resourceLimits });
    return started.on("error", () => forget(started)).on("exit", () => forget(started));
  }

  async function work(job: Job, longest: number): Promise<Answer | undefined> {
    const worker = (running ??= start());
    worker.ref();
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const fall = () => resolve(undefined);
    const late = setTimeout(fall, longest);
    worker.once("message", resolve).once("error", fall).once("exit", fall);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(job);
    const answer = await promise;
    clearTimeout(late);
    worker.off("message", resolve).off("error", fall).off("exit", fall);
    if (answer === undefined) {
      forget(worker);
      await worker.terminate();
    } else worker.unref();
    return answer;
  }

  return { ask: (job, longest, by = "") => queue(by, () => work(job, longest)) };
}
