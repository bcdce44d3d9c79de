import { desc, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { listOwnMessages, type OwnMessage } from "#contract/account/messages.ts";
import type { Db } from "#server/db/open-database.ts";
import { contactMessages } from "#server/db/schema/mail.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";

const mostListed = 100;
/** As much of a message as a list shows, in characters. */
const previewLength = 140;

/** What somebody who is signed in has written to us, by their confirmed address. */
export function ownMessageRoutes(app: FastifyInstance, { database }: Services): void {
  serve(app, listOwnMessages, async ({ signedIn, reply }) => {
    reply.header("cache-control", "no-store");
    const { email } = signedIn.account;
    return email === "" ? [] : (await findMessagesOf(database.db, email)).map(present);
  });
}

const findMessagesOf = (db: Db, email: string) =>
  db
    .select()
    .from(contactMessages)
    .where(sql`lower(email) = ${email.toLowerCase()}`)
    .orderBy(desc(sql`coalesce(answered_at, created_at)`), contactMessages.id)
    .limit(mostListed);

function present(row: typeof contactMessages.$inferSelect): OwnMessage {
  return {
    id: row.id,
    from: row.answer === null ? "you" : "longbay",
    subject: row.subject,
    preview: [...(row.answer ?? row.message)].slice(0, previewLength).join(""),
    timestamp: (row.answeredAt ?? row.createdAt).toISOString(),
    message: row.message,
    answer: row.answer,
  };
}
