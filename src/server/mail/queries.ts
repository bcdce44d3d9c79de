import { desc, eq } from "drizzle-orm";
import { textMessages } from "#server/db/schema/accounts.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { emails } from "#server/db/schema/mail.ts";
import { joinUpdates } from "./join-emails.ts";

export type EmailRow = typeof emails.$inferSelect;

export async function findEmail({ db }: Pick<Database, "db">, id: string): Promise<EmailRow | undefined> {
  const [email] = await db.select().from(emails).where(eq(emails.id, id));
  return email && withWords(db, email);
}

/**
 * A joined email stores no words and reads those of its parts: so a text that is deleted with an order or a person
 * is gone here too. Undefined if no part is left.
 */
async function withWords(db: Db, email: EmailRow): Promise<EmailRow | undefined> {
  if (email.kind !== "host_updates") return email;
  const [first, ...others] = await db
    .select()
    .from(emails)
    .where(eq(emails.joinedInto, email.id))
    .orderBy(emails.createdAt, emails.id);
  if (!first) return undefined;
  const { subject, content } = others.length > 0 ? joinUpdates([first, ...others]) : first;
  return { ...email, subject, content };
}

/** The newest emails first. */
export async function findEmails({ db }: Pick<Database, "db">, limit: number): Promise<EmailRow[]> {
  const found = await db.select().from(emails).orderBy(desc(emails.createdAt)).limit(limit);
  return (await Promise.all(found.map((email) => withWords(db, email)))).filter(
    (email) => email !== undefined,
  );
}

export type TextRow = typeof textMessages.$inferSelect;

export async function findText({ db }: Pick<Database, "db">, id: string): Promise<TextRow | undefined> {
  const [message] = await db.select().from(textMessages).where(eq(textMessages.id, id));
  return message;
}

/** The newest text messages first. */
export const findTexts = ({ db }: Pick<Database, "db">, limit: number): Promise<TextRow[]> =>
  db.select().from(textMessages).orderBy(desc(textMessages.createdAt)).limit(limit);
