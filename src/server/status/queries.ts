import { inArray, sql } from "drizzle-orm";
import { textMessages } from "#server/db/schema/accounts.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { emails } from "#server/db/schema/mail.ts";

/** The database's facts about itself, and the time it took to answer. */
export async function askDatabase({ rows }: Pick<Database, "rows">) {
  const began = performance.now();
  await rows("select 1");
  const milliseconds = Math.round((performance.now() - began) * 10) / 10;
  const [facts] = await rows<{ version: string; bytes: number; migratedAt: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
       (select max(created_at) from drizzle.__drizzle_migrations)::float8 as "migratedAt"`,
  );
  return {
    milliseconds,
    version: facts?.version ?? "",
    bytes: facts?.bytes ?? 0,
    migratedAt: facts?.migratedAt ?? 0,
  };
}

/**
 * Emails and text messages together: how many were sent, how many were not, and since when the oldest waits.
 * Emails that were joined in another are part of that one.
 */
export async function countDeliveries({ rows }: Pick<Database, "rows">) {
  const [counted] = await rows<{ sent: number; waiting: number; oldest: Date | string | null }>(
    `select count(sent_at)::float8 as sent, (count(*) - count(sent_at))::float8 as waiting, min(created_at) filter (where sent_at is null) as oldest
     from (select sent_at, created_at from emails where joined_into is null union all select sent_at, created_at from text_messages) as deliveries`,
  );
  return {
    sent: counted?.sent ?? 0,
    waiting: counted?.waiting ?? 0,
    oldest: counted?.oldest ? new Date(counted.oldest).toISOString() : null,
  };
}

export type DeliverableRow = { id: string; kind: string; recipient: string; subject: string };

/** The subject and recipient of emails and text messages, without their words. */
export async function findDeliverables(
  db: Db,
  { emailIds, textIds }: { emailIds: string[]; textIds: string[] },
): Promise<DeliverableRow[]> {
  const { id, kind, recipient, subject } = emails;
  const found = emailIds.length
    ? await db.select({ id, kind, recipient, subject }).from(emails).where(inArray(id, emailIds))
    : [];
  const texts = textIds.length
    ? await db
        .select({
          id: textMessages.id,
          kind: textMessages.kind,
          recipient: textMessages.recipient,
          subject: sql<string>`''`,
        })
        .from(textMessages)
        .where(inArray(textMessages.id, textIds))
    : [];
  return [...found, ...texts];
}
