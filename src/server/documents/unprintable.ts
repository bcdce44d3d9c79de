import { and, eq, isNotNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";

const code = "letters_not_printable";

/** A document isn't issued, and gets no number, while no font has one of its letters. */
export const unprintable = (letters: readonly string[]): Refusal =>
  new Refusal(code, `These letters can't be printed yet: ${letters.join(" ")}`, {
    letters: letters.join(" "),
  });

/**
 * Issues documents of an order, and writes down for the desk which letters they wait for. Throws what `work` throws:
 * what it wrote is undone, this is not.
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

/** Documents that wait for a letter hold nothing else up: the desk sees which they are. */
export const unlessUnprintable = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!lettersOf(error)) throw error;
  });
