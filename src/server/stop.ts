import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";

/** One part of stopping, and the milliseconds after which the next one is begun without it. */
export type StopStep = { name: string; run: () => Promise<unknown>; longest: number };

/**
 * Stops part by part, in order; what hangs or fails is written down and left behind, for the parts after it have
 * something to put away too. Answers the names of those that did not end.
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
