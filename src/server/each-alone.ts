import { nameOf } from "./error-name.ts";
import type { Services } from "./services.ts";

/**
 * Does a job's work on one thing after the other, each by itself: where one fails, its id is logged, and the others have
 * their turn. Throws at the end where any has failed, so that the job counts as failed and is run again.
 */
export async function eachAlone<Item>(
  { log }: Pick<Services, "log">,
  items: Iterable<Item> | AsyncIterable<Item>,
  { idOf, work }: { idOf: (item: Item) => string; work: (item: Item) => Promise<unknown> },
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
      log.error(
        { failure: nameOf(error), id: idOf(item) },
        "a job failed on one thing, and goes on with the others",
      );
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `A job failed on ${failures.length} of its things`);
}
