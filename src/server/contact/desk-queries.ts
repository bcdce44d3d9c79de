import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { messageStates } from "#contract/desk-contact.ts";
import { accounts } from "#server/db/account-schema.ts";
import type { Db } from "#server/db/open-database.ts";
import { contactMessages } from "#server/db/schema.ts";

type State = (typeof messageStates)[number] | undefined;
export type MessageRow = { message: typeof contactMessages.$inferSelect; answeredBy: string | null };

const isIn = (state: State): SQL | undefined => {
  if (state === "open") return isNull(contactMessages.answeredAt);
  return state === "answered" ? isNotNull(contactMessages.answeredAt) : undefined;
};

const answerer = sql<string | null>`coalesce(nullif(${accounts.fullName}, ''), ${accounts.email})`;

/** Messages, newest first, from after the one that `cursor` names. */
export const findMessages = (db: Db, state: State, { limit, cursor }: { limit: number; cursor?: string }): Promise<MessageRow[]> =>
  db
    .select({ message: contactMessages, answeredBy: answerer })
    .from(contactMessages)
    .leftJoin(accounts, eq(accounts.id, contactMessages.answeredBy))
    .where(
      and(
        isIn(state),
        cursor ? sql`(${contactMessages.createdAt}, ${contactMessages.id}) < (select created_at, id from contact_messages where id = ${cursor})` : undefined,
      ),
    )
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(limit);

export async function countMessages(db: Db, state: State): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(contactMessages).where(isIn(state));
  return counted?.total ?? 0;
}

export async function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  const [found] = await db
    .select({ message: contactMessages, answeredBy: answerer })
    .from(contactMessages)
    .leftJoin(accounts, eq(accounts.id, contactMessages.answeredBy))
    .where(eq(contactMessages.id, id));
  return found;
}

/** Keeps an answer, unless there is one already. */
export async function keepAnswer(tx: Db, id: string, answer: { answer: string; answeredAt: Date; answeredBy: string }): Promise<boolean> {
  const kept = await tx
    .update(contactMessages)
    .set(answer)
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.answeredAt)))
    .returning({ id: contactMessages.id });
  return kept.length > 0;
}
