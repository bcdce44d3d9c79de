import { desc } from "drizzle-orm";
import type { SubscriptionCounts } from "#contract/admin/subscriptions.ts";
import { afterCreated } from "#server/db/list-cursor.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { emailSubscriptions } from "#server/db/schema/mail.ts";
import type { SubscriptionRow } from "./queries.ts";

/** Subscriptions, newest first, from after the one that `cursor` names. */
export const findSubscriptions = (
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(emailSubscriptions)
    .where(afterCreated(emailSubscriptions, { cursor }))
    .orderBy(desc(emailSubscriptions.createdAt), desc(emailSubscriptions.id))
    .limit(limit);

const countsText = `
  select source, count(*)::float8 as total, count(*) filter (where created_at > $1::timestamptz)::float8 as recent,
    count(*) filter (where confirmed_at is not null and unsubscribed_at is null)::float8 as confirmed,
    count(*) filter (where unsubscribed_at is not null)::float8 as unsubscribed
  from email_subscriptions group by source order by total desc, source`;

type SourceRow = { source: string; total: number; recent: number; confirmed: number; unsubscribed: number };

/** The numbers of subscriptions; `since` is the beginning of the last seven days. */
export async function countSubscriptions(
  { rows }: Pick<Database, "rows">,
  since: Date,
): Promise<SubscriptionCounts> {
  const sources = await rows<SourceRow>(countsText, [since.toISOString()], "count-subscriptions");
  const sum = (name: Exclude<keyof SourceRow, "source">): number =>
    sources.reduce((total, row) => total + row[name], 0);
  return {
    total: sum("total"),
    lastSevenDays: sum("recent"),
    confirmed: sum("confirmed"),
    unsubscribed: sum("unsubscribed"),
    sources: sources.map(({ source, total }) => ({ source, count: total })),
  };
}

export async function countAll({ rows }: Pick<Database, "rows">): Promise<number> {
  const [counted] = await rows<{ total: number }>(
    "select count(*)::float8 as total from email_subscriptions",
  );
  return counted?.total ?? 0;
}
