import { interval } from "#server/db/sql-text.ts";
import { answerSoon } from "#domain/conversations/conversations.ts";
import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { messageStates } from "#contract/admin/contact.ts";
import { afterCreated } from "#server/db/list-cursor.ts";
import type { Db } from "#server/db/open-database.ts";
import { personName } from "#server/db/person-name.ts";
import { contactMessages } from "#server/db/schema/mail.ts";

/** A message that waits for an answer longer than we promise. */
const waitingMessage = `(answered_at is null and closed_at is null and created_at < now() - ${interval(answerSoon)})`;

type State = (typeof messageStates)[number] | undefined;
export type MessageRow = {
  message: typeof contactMessages.$inferSelect;
  answeredBy: string | null;
  closedBy: string | null;
  isUnconfirmed: boolean;
};

const isIn = (state: State): SQL | undefined => {
  if (state === "open") return and(isNull(contactMessages.answeredAt), isNull(contactMessages.closedAt));
  if (state === "waiting") return sql.raw(waitingMessage);
  if (state === "closed") return isNotNull(contactMessages.closedAt);
  return state === "answered" ? isNotNull(contactMessages.answeredAt) : undefined;
};

const nameOf = (account: string) =>
  sql<
    string | null
  >`(select ${sql.raw(personName("accounts"))} from accounts where id = ${sql.raw(account)})`;
const columns = {
  message: contactMessages,
  answeredBy: nameOf("contact_messages.answered_by"),
  closedBy: nameOf("contact_messages.closed_by"),
  /** No owner of the address has confirmed that they wrote it. */
  isUnconfirmed: sql<boolean>`not exists (select from conversations
    where contact_message_id = contact_messages.id and account_id is not null)`,
};

/** Messages, newest first, beginning after the message that `cursor` names. */
export const findMessages = (
  db: Db,
  state: State,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<MessageRow[]> =>
  db
    .select(columns)
    .from(contactMessages)
    .where(and(isIn(state), afterCreated(contactMessages, { cursor })))
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(limit);

export async function countMessages(db: Db, state: State): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(contactMessages).where(isIn(state));
  return counted?.total ?? 0;
}

export async function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  const [found] = await db.select(columns).from(contactMessages).where(eq(contactMessages.id, id));
  return found;
}
