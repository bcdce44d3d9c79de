import type { PgBoss } from "pg-boss";
import type { Database } from "#server/db/open-database.ts";

/** Deliveries that were given up, and the queues they wait in. */
export type DeadLetters = {
  /**
   * The queues of this installation, with how many jobs wait, run and failed; counted at most a minute ago.
   */
  queues: () => Promise<{ name: string; waiting: number; active: number; failed: number }[]>;
  /** The newest given-up deliveries, at most `limit`. */
  list: (limit: number) => Promise<DeadDelivery[]>;
  count: () => Promise<number>;
  /** Puts given-up deliveries back in their queues: those with these ids, or all. Returns how many. */
  retry: (ids?: string[]) => Promise<number>;
  discard: (id: string) => Promise<number>;
};

/** `emailId` or `textId` names the undelivered email or text message; `output` is why it failed. */
export type DeadDelivery = {
  id: string;
  emailId: string | null;
  textId: string | null;
  createdAt: string;
  failedAt: string;
  tries: number;
  error: string;
};

const mostAtOnce = 1000;

// pg-boss lists a queue's jobs whole, or not at all: after a mail server's bad week that is too much for one
// answer.
const listText = `
  select id, data->>'emailId' as "emailId", data->>'textId' as "textId", coalesce(source_created_on, created_on)::text as "createdAt",
    created_on::text as "failedAt", coalesce(source_retry_count, 0) + 1 as tries, left(coalesce(source_output->>'message', ''), 300) as error
  from pgboss.job where name = any($1) and state < 'active' order by created_on desc, id limit $2`;

/** Reads, retries and discards what could not be delivered. */
export function tendDeadLetters(
  boss: PgBoss,
  { rows }: Pick<Database, "rows">,
  names: string[],
): DeadLetters {
  return {
    async queues() {
      const known = (await boss.getQueues()).map(({ name }) => name).filter((name) => !name.startsWith("__"));
      const counted = [];
      for (const name of known.toSorted()) {
        const [stats] = await boss.getQueueStats(name, { force: true });
        counted.push({
          name,
          waiting: stats?.queuedCount ?? 0,
          active: stats?.activeCount ?? 0,
          failed: stats?.failedCount ?? 0,
        });
      }
      return counted;
    },
    list: (limit) => rows<DeadDelivery>(listText, [names, limit]),
    async count() {
      const [counted] = await rows<{ total: number }>(
        "select count(*)::int as total from pgboss.job where name = any($1) and state < 'active'",
        [names],
      );
      return counted?.total ?? 0;
    },
    async retry(ids) {
      let moved = 0;
      for (const name of names) moved += await boss.redrive(name, { limit: mostAtOnce, ...(ids && { ids }) });
      return moved;
    },
    async discard(id) {
      let forgotten = 0;
      for (const name of names) {
        const found = await boss.findJobs(name, { id });
        if (found.length) await boss.deleteJob(name, id);
        forgotten += found.length;
      }
      return forgotten;
    },
  };
}
