import { desc, eq } from "drizzle-orm";
import type { Database } from "#server/db/open-database.ts";
import { letters } from "#server/db/schema.ts";

export type LetterRow = typeof letters.$inferSelect;

export async function findLetter({ db }: Pick<Database, "db">, id: string): Promise<LetterRow | undefined> {
  const [letter] = await db.select().from(letters).where(eq(letters.id, id));
  return letter;
}

export const markSent = ({ db }: Pick<Database, "db">, id: string): Promise<unknown> =>
  db.update(letters).set({ sentAt: new Date() }).where(eq(letters.id, id));

/** The newest letters first. */
export const findLetters = ({ db }: Pick<Database, "db">, limit: number): Promise<LetterRow[]> =>
  db.select().from(letters).orderBy(desc(letters.createdAt)).limit(limit);
