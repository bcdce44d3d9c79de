import { sql } from "drizzle-orm";
import { type DrizzleTransactionLike, fromDrizzle, type PgBoss } from "pg-boss";
import { factsOfKind } from "#domain/people/email-kinds.ts";
import type { Db } from "#server/db/open-database.ts";
import { textMessages } from "#server/db/schema/accounts.ts";
import { emails } from "#server/db/schema/mail.ts";
import { currentRequestId } from "#server/http/request-id.ts";
import { followChoices } from "./choices.ts";
import { deliveryQueues } from "./deliveries.ts";
import type { Email } from "./email.ts";
import { inLanguage } from "./in-language.ts";
import { joinWithin } from "./join-waiting.ts";
import type { TextMessage } from "./text-gateway.ts";

export type DeliveryWriter = ReturnType<typeof deliveryWriter>;

/** The request or job's run that writes a delivery. */
const origin = (): { requestId?: string } => {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
};

/** Writes emails, texts and their deliveries within the caller's transaction. */
export function deliveryWriter(boss: PgBoss, publicUrl: URL) {
  /** `from` is the earliest time to send the email. */
  function addressed(email: Email, from: Date | undefined) {
    const id = crypto.randomUUID();
    return {
      ...email,
      id,
      joinsFrom: factsOfKind(email.kind).isJoinable ? (from ?? new Date()) : null,
      content: inLanguage(publicUrl, email),
      messageId: `<${id}@${publicUrl.hostname}>`,
    };
  }

  /** `emailId` is the email that the text goes with: taking that back takes the text back too. */
  async function writeText(
    tx: Db,
    message: TextMessage,
    { startAfter, emailId }: { startAfter?: Date; emailId?: string | undefined } = {},
  ): Promise<void> {
    const [row] = await tx.insert(textMessages).values(message).returning({ id: textMessages.id });
    if (!row) throw new Error("No text message was written");
    const delivery = { data: { textId: row.id, emailId, ...origin() }, ...(startAfter && { startAfter }) };
    await boss.insert(deliveryQueues.texts, [delivery], {
      db: fromDrizzle(tx as DrizzleTransactionLike, sql),
    });
  }

  /** Writes emails and the text messages that go with them, to be sent at once or later. Returns the emails' ids. */
  async function writeEmails(
    tx: Db,
    written: Email[],
    { startAfter, isBehind }: { startAfter?: Date | undefined; isBehind?: true } = {},
  ): Promise<string[]> {
    const wanted = await followChoices(
      tx,
      written.filter(({ isWithheld }) => !isWithheld),
    );
    const rows = wanted.emails.map((email) => addressed(email, startAfter));
    if (rows.length === 0) return [];
    const later = startAfter && { startAfter };
    const deliveries = rows.map(({ id, joinsFrom }) => ({
      data: { emailId: id, ...(isBehind && { isBehind }), ...origin() },
      ...(joinsFrom ? { startAfter: new Date(joinsFrom.getTime() + joinWithin) } : later),
    }));
    await tx.insert(emails).values(rows);
    await boss.insert(deliveryQueues.emails, deliveries, {
      db: fromDrizzle(tx as DrizzleTransactionLike, sql),
    });
    for (const [at, message] of wanted.texts.entries())
      if (message) await writeText(tx, message, { emailId: rows[at]?.id, ...later });
    return rows.map(({ id }) => id);
  }

  return { writeEmails, writeText };
}
