import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";

/** One step of stopping, and the most milliseconds that the next step waits for it. */
export type StopStep = { name: string; run: () => Promise<unknown>; longest: number };

/**
 * Stops part by part, in order. A part that hangs or fails is logged and left behind, because the parts after it
 * must be closed too. Returns the names of the parts that did not end.
 */
export async function stopInOrder(
  steps: readonly StopStep[],
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<string[]> {
  const left: string[] = [];
  for (const { name, run, longest } of steps) {
    const ended = new AbortController();
    const isDone = await Promise.race([
      run().then(
        () => true,
        (error: unknown) => {
          log.warn({ err: error, step: name }, "a part of stopping failed");
          return false;
        },
      ),
      wait(longest, false, { signal: ended.signal }).catch(() => false),
    ]);
    ended.abort();
    if (isDone) continue;
    log.warn({ step: name }, "stopping went on without a part that did not end");
    left.push(name);
  }
  return left;
}
