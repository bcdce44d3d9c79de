import { and, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { minute } from "#domain/durations.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { emails } from "#server/db/schema/mail.ts";
import { deliveryQueues } from "./deliveries.ts";
import type { Email } from "./email.ts";
import { joinUpdates } from "./join-emails.ts";
import type { EmailRow } from "./queries.ts";

/** Milliseconds that news waits for more news to the same reader. */
export const joinWithin = minute;

/** Further news goes in the next email. */
const mostTogether = 20;

type Post = (tx: Db, written: Email[]) => Promise<string[]>;

/**
 * Decides how an email goes after its wait for others: false if it goes in a joined email with all waiting news
 * for the same reader, which is posted here; true if it goes alone. The decision is kept in the database, even if
 * this process ends: an email goes either alone or in one joined email.
 */
export const goesAlone = (
  { transaction }: Database,
  { id, recipient }: EmailRow,
  post: Post,
): Promise<boolean> =>
  transaction(async (tx) => {
    // Another process that decides for this reader goes first. No row is locked while waiting for it.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`news to ${recipient}`}, 0))`);
    const [email] = await tx.select().from(emails).where(eq(emails.id, id)).for("update");
    if (!email || email.joinedInto) return false;
    if (!email.joinsFrom) return true;
    const others = await othersWith(tx, email);
    const [first = email, ...rest] = [email, ...others].toSorted(byTime);
    const joinedInto = rest.length > 0 ? (await post(tx, [withoutWords([first, ...rest])]))[0] : null;
    const ids = others.map((other) => other.id);
    await tx
      .update(emails)
      .set({ joinsFrom: null, joinedInto })
      .where(inArray(emails.id, [id, ...ids]));
    // The joined emails' own deliveries have nothing left to do.
    await rowsIn(tx)(
      "delete from pgboss.job where name = $1 and data->>'emailId' = any($2) and state = 'created'",
      [deliveryQueues.emails, ids],
    );
    return others.length === 0;
  });

/** An email that another transaction has locked, maybe to take it back, is not waited for. */
const othersWith = (tx: Db, { id, recipient, language }: EmailRow): Promise<EmailRow[]> =>
  tx
    .select()
    .from(emails)
    .where(
      and(
        eq(emails.recipient, recipient),
        eq(emails.language, language),
        isNotNull(emails.joinsFrom),
        sql`${emails.joinsFrom} <= clock_timestamp()`,
        ne(emails.id, id),
      ),
    )
    .orderBy(emails.createdAt, emails.id)
    .limit(mostTogether - 1)
    .for("update", { skipLocked: true });

/** A joined email stores no words: `findEmail` reads those of its parts when it is sent. */
function withoutWords(parts: readonly [EmailRow, ...EmailRow[]]): Email {
  const email = joinUpdates(parts);
  return { ...email, content: { ...email.content, blocks: [] } };
}

const byTime = (one: EmailRow, other: EmailRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
