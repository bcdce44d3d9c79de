import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { textMessages } from "#server/db/schema/accounts.ts";
import { emails } from "#server/db/schema/mail.ts";
import { deliveryQueues } from "./deliveries.ts";

/** Emails that were not sent, and are not joined in another. */
const unsent = and(isNull(emails.sentAt), isNull(emails.joinedInto));

/** SQL: when an email's pause ends. The minute in which news waits for more news doesn't count as a pause. */
const pauseEnds = "coalesce(emails.joins_from, start_after)";

/** Takes back the emails whose pause is not over, with their texts; returns how many. */
export async function withdrawEmails(tx: Db, ids: string[]): Promise<number> {
  // Emails are locked before their deliveries, in the same order as when emails are joined.
  const held = await tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(inArray(emails.id, ids), unsent))
    .for("update");
  // By the clock's present time: a transaction that waited for a lock began before rows written meanwhile.
  const taken = await rowsIn(tx)<{ emailId: string }>(
    `delete from pgboss.job using emails where name = $1 and data->>'emailId' = any($2) and emails.id::text = data->>'emailId'
       and not data ? 'isBehind' and state = 'created' and ${pauseEnds} > clock_timestamp() returning data->>'emailId' as "emailId"`,
    [deliveryQueues.emails, held.map(({ id }) => id)],
  );
  if (taken.length === 0) return 0;
  const emailIds = taken.map(({ emailId }) => emailId);
  await tx.delete(emails).where(inArray(emails.id, emailIds));
  const texts = await rowsIn(tx)<{ textId: string }>(
    `delete from pgboss.job where name = $1 and data->>'emailId' = any($2) and state = 'created' and start_after > clock_timestamp()
     returning data->>'textId' as "textId"`,
    [deliveryQueues.texts, emailIds],
  );
  for (const { textId } of texts) await tx.delete(textMessages).where(eq(textMessages.id, textId));
  return taken.length;
}

/** Takes back an order's emails. */
export async function withdrawEmailsOf(tx: Db, orderId: string): Promise<number> {
  const found = await tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.orderId, orderId), unsent));
  return withdrawEmails(
    tx,
    found.map(({ id }) => id),
  );
}

/** When the last pause of an order's emails ends that still wait, in milliseconds since 1970. */
export async function lastPauseOf(tx: Db, orderId: string): Promise<number | null> {
  const [last] = await rowsIn(tx)<{ at: number | null }>(
    `select extract(epoch from max(${pauseEnds}))::float8 * 1000 as at from pgboss.job join emails on emails.id::text = data->>'emailId'
     where name = $1 and emails.order_id = $2 and sent_at is null and joined_into is null and state = 'created'`,
    [deliveryQueues.emails, orderId],
  );
  return last?.at ?? null;
}
