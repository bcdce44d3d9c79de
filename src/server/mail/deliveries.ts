import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";

/** The queues of emails and text messages, and those of undelivered ones. */
export const deliveryQueues = {
  emails: "letters",
  lostEmails: "letters-undelivered",
  texts: "texts",
  lostTexts: "texts-undelivered",
} as const;

const names = Object.values(deliveryQueues);

/** Columns of the queue with a delivery's state: in a copy, a running delivery counts as waiting. */
const standing: Record<string, string> = {
  state: `case when state = 'active' then 'created' else state::text end`,
  started_on: "null",
  heartbeat_on: "null",
};

/** SQL: all deliveries that wait, run or were given up, with the columns in this order, for a copy elsewhere. */
export const waitingDeliveries = (columns: readonly string[]): string =>
  `select ${columns.map((column) => standing[column] ?? `"${column}"`).join(", ")} from pgboss.job
   where name in (${names.map((name) => `'${name}'`).join(", ")}) and state <= 'active'`;

/** SQL: the names of the queue's columns, for a copy of deliveries elsewhere. */
export const deliveryColumns = `select attname::text as name from pg_attribute
  where attrelid = to_regclass('pgboss.job') and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;

/** The table of a restored database that keeps its backup's deliveries until the queue can take them. */
export const restoredDeliveries = "restored.deliveries";

/**
 * Brings the deliveries of a restored backup back to their queues, once. The queue's columns may have changed
 * since: the common ones are taken.
 */
export async function takeRestoredDeliveries({ rows, transaction }: Database): Promise<void> {
  const [before] = await rows<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [
    restoredDeliveries,
  ]);
  if (!before?.isThere) return;
  await transaction(async (tx) => {
    const query = rowsIn(tx);
    // Several processes may start at once.
    await query("select pg_advisory_xact_lock(7205760)", []);
    if (await isThere(tx)) await takeIn(tx);
  });
}

async function isThere(tx: Db): Promise<boolean> {
  const [found] = await rowsIn(tx)<{ oid: number | null }>("select to_regclass($1)::oid as oid", [
    restoredDeliveries,
  ]);
  return found?.oid !== null;
}

/** The queue deletes jobs that have waited for two weeks; a backup may be older than that. */
const takenIn: Record<string, string> = {
  keep_until: "greatest(keep_until::timestamptz, now() + interval '14 days')",
};

async function takeIn(tx: Db): Promise<void> {
  const query = rowsIn(tx);
  const shared = await query<{ name: string; type: string }>(
    `select job.attname::text as name, format_type(job.atttypid, job.atttypmod) as type
     from pg_attribute job join pg_attribute kept on kept.attname = job.attname
     where job.attrelid = 'pgboss.job'::regclass and kept.attrelid = $1::regclass and job.attnum > 0 and kept.attnum > 0
       and not job.attisdropped and job.attgenerated = '' order by job.attnum`,
    [restoredDeliveries],
  );
  const columns = shared.map(({ name }) => `"${name}"`).join(", ");
  const values = shared.map(({ name, type }) => takenIn[name] ?? `"${name}"::${type}`).join(", ");
  await query(`insert into pgboss.job (${columns}) select ${values} from ${restoredDeliveries}`, []);
  await query(`drop table ${restoredDeliveries}`, []);
}
