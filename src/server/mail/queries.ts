import { desc, eq } from "drizzle-orm";
import { textMessages } from "#server/db/account-schema.ts";
import type { Database } from "#server/db/open-database.ts";
import { letters } from "#server/db/schema.ts";
import type { LetterContent } from "./email.ts";

export type LetterRow = typeof letters.$inferSelect;

export async function findLetter({ db }: Pick<Database, "db">, id: string): Promise<LetterRow | undefined> {
  const [letter] = await db.select().from(letters).where(eq(letters.id, id));
  return letter;
}

const forgotten: LetterContent = { greeting: "", blocks: [], signature: "" };

/** Marks a letter as sent; one that held a key or a code keeps its subject and nothing else. */
export const markSent = ({ db }: Pick<Database, "db">, { id, isSecret }: Pick<LetterRow, "id" | "isSecret">): Promise<unknown> =>
  db
    .update(letters)
    .set({ sentAt: new Date(), ...(isSecret && { content: forgotten }) })
    .where(eq(letters.id, id));

/** The newest letters first. */
export const findLetters = ({ db }: Pick<Database, "db">, limit: number): Promise<LetterRow[]> =>
  db.select().from(letters).orderBy(desc(letters.createdAt)).limit(limit);

export type TextRow = typeof textMessages.$inferSelect;

export async function findText({ db }: Pick<Database, "db">, id: string): Promise<TextRow | undefined> {
  const [message] = await db.select().from(textMessages).where(eq(textMessages.id, id));
  return message;
}

/** Marks a text message as sent, and forgets the code in it. */
export const markTextSent = ({ db }: Pick<Database, "db">, id: string): Promise<unknown> =>
  db.update(textMessages).set({ sentAt: new Date(), body: "" }).where(eq(textMessages.id, id));

/** The newest text messages first. */
export const findTexts = ({ db }: Pick<Database, "db">, limit: number): Promise<TextRow[]> =>
  db.select().from(textMessages).orderBy(desc(textMessages.createdAt)).limit(limit);
