import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { listOwnMessages, type OwnMessage } from "#contract/account/messages.ts";
import { previewOf } from "#domain/conversations/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { conversations } from "#server/db/schema/conversations.ts";
import { contactMessages } from "#server/db/schema/mail.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";

const mostListed = 100;

/** The contact messages of a signed-in person: only those that they have confirmed as their own. */
export function contactAccountRoutes(app: FastifyInstance, { database }: Services): void {
  serve(app, listOwnMessages, async ({ signedIn }) => {
    return (await findMessagesOf(database.db, signedIn.account.id)).map(present);
  });
}

const findMessagesOf = (db: Db, accountId: string) =>
  db
    .select(getTableColumns(contactMessages))
    .from(contactMessages)
    .innerJoin(conversations, eq(conversations.contactMessageId, contactMessages.id))
    .where(eq(conversations.accountId, accountId))
    .orderBy(
      desc(sql`coalesce(${contactMessages.answeredAt}, ${contactMessages.createdAt})`),
      contactMessages.id,
    )
    .limit(mostListed);

function present(row: typeof contactMessages.$inferSelect): OwnMessage {
  return {
    id: row.id,
    from: row.answer === null ? "you" : "longbay",
    subject: row.subject,
    preview: previewOf(row.answer ?? row.message),
    timestamp: (row.answeredAt ?? row.createdAt).toISOString(),
    message: row.message,
    answer: row.answer,
  };
}
