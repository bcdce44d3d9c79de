import { and, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { minute } from "#domain/durations.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { emails } from "#server/db/schema/mail.ts";
import { deliveryQueues } from "./deliveries.ts";
import type { Email } from "./email.ts";
import { joinUpdates } from "./join-emails.ts";
import type { EmailRow } from "./queries.ts";

/** How long news waits for more to the same reader, in milliseconds. */
export const joinWithin = minute;

/** More of them go in the next email. */
const mostTogether = 20;

type Post = (tx: Db, written: Email[]) => Promise<string[]>;

/**
 * Decides how an email goes whose time to wait for others is over: false where it is told in another one with all that
 * wait for the same reader, which is posted here; true where it goes as it is. What is decided stays, whatever becomes of
 * this process: an email is in one other at most, and goes alone or in that.
 */
export const goesAlone = (
  { transaction }: Database,
  { id, recipient }: EmailRow,
  post: Post,
): Promise<boolean> =>
  transaction(async (tx) => {
    // Whoever decides for this reader now does so first. No lock of a row is held while waiting for it.
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
    // Their own deliveries have nothing left to do.
    await rowsIn(tx)(
      "delete from pgboss.job where name = $1 and data->>'emailId' = any($2) and state = 'created'",
      [deliveryQueues.emails, ids],
    );
    return others.length === 0;
  });

/** What somebody else holds, who may be taking it back, is not waited for. */
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

/** Its words are those of the others, read when it is sent: `findEmail`. */
function withoutWords(parts: readonly [EmailRow, ...EmailRow[]]): Email {
  const email = joinUpdates(parts);
  return { ...email, content: { ...email.content, blocks: [] } };
}

const byTime = (one: EmailRow, other: EmailRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
