import { desc, eq, or } from "drizzle-orm";
import { textMessages } from "#server/db/schema/accounts.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { emails } from "#server/db/schema/mail.ts";
import type { EmailContent } from "./email.ts";
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

const forgotten: EmailContent = { greeting: "", blocks: [], signature: "" };

/** Marks an email and the parts joined in it as sent; an email with a key or a code keeps only its subject. */
export const markSent = (
  { db }: Pick<Database, "db">,
  { id, isSecret }: Pick<EmailRow, "id" | "isSecret">,
): Promise<unknown> =>
  db
    .update(emails)
    .set({ sentAt: new Date(), ...(isSecret && { content: forgotten }) })
    .where(or(eq(emails.id, id), eq(emails.joinedInto, id)));

const testEmailKey = "test_email";

/** Notes that a test email has gone out, so the mail server works. The email itself is deleted later. */
export const noteTestEmail = ({ rows }: Pick<Database, "rows">): Promise<unknown> =>
  rows("insert into settings (key, value) values ($1, $2) on conflict do nothing", [
    testEmailKey,
    new Date().toISOString(),
  ]);

export async function wasTestEmailSent({ rows }: Pick<Database, "rows">): Promise<boolean> {
  return (await rows("select from settings where key = $1", [testEmailKey])).length > 0;
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

/** Marks a text message as sent, and forgets the code in it. */
export const markTextSent = ({ db }: Pick<Database, "db">, id: string): Promise<unknown> =>
  db.update(textMessages).set({ sentAt: new Date(), body: "" }).where(eq(textMessages.id, id));

/** The newest text messages first. */
export const findTexts = ({ db }: Pick<Database, "db">, limit: number): Promise<TextRow[]> =>
  db.select().from(textMessages).orderBy(desc(textMessages.createdAt)).limit(limit);
