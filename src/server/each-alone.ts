import { nameOf } from "./error-name.ts";
import type { Services } from "./services.ts";

/**
 * Does a job's work on one item after the other. Where an item fails, its id is logged, and the next items still
 * have their turn. Throws at the end if any item failed, without the errors themselves, so that the job counts as
 * failed and runs again.
 */
export async function eachAlone<Item>(
  { log }: Pick<Services, "log">,
  items: Iterable<Item> | AsyncIterable<Item>,
  { idOf, work }: { idOf: (item: Item) => string; work: (item: Item) => Promise<unknown> },
): Promise<void> {
  let failures = 0;
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures += 1;
      log.error(
        { failure: nameOf(error), cause: causeOf(error), id: idOf(item) },
        "a job failed on one thing, and goes on with the others",
      );
    }
  }
  if (failures > 0) throw new Error(`A job failed on ${failures} of its things`);
}

/** The code of the database's error: the whole error's message may hold names and addresses. */
const causeOf = (error: unknown): string | undefined =>
  error instanceof Error && error.cause !== undefined ? nameOf(error.cause) : undefined;
