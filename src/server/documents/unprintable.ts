import { and, eq, isNotNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";

const code = "letters_not_printable";

/** A document with a character that no font has isn't issued, and gets no number. */
export const unprintable = (letters: readonly string[]): Refusal =>
  new Refusal(code, `These letters can't be printed yet: ${letters.join(" ")}`, {
    letters: letters.join(" "),
  });

/**
 * Issues documents of an order by `work`, and records for the back office which characters have no font. Throws
 * what `work` throws: the changes of `work` are rolled back, this record is not.
 */
export async function noteUnprintable<T>(
  { database: { db } }: Pick<Services, "database">,
  orderId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const done = await work();
    await db
      .update(orders)
      .set({ unprintable: null })
      .where(and(eq(orders.id, orderId), isNotNull(orders.unprintable)));
    return done;
  } catch (error) {
    const letters = lettersOf(error);
    if (letters) await db.update(orders).set({ unprintable: letters }).where(eq(orders.id, orderId));
    throw error;
  }
}

const lettersOf = (error: unknown): string | undefined =>
  error instanceof Refusal && error.code === code ? error.details.letters : undefined;

/** Ignores documents with unprintable characters, so that others go on: the back office sees them. */
export const unlessUnprintable = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!lettersOf(error)) throw error;
  });
