import type { Database } from "#server/db/open-database.ts";
import { deliveryQueues } from "#server/mail/deliveries.ts";

export type Backlog = {
  /** Deliveries that are due, and the seconds since the oldest of them was due. */
  due: number;
  oldestDue: number;
  /** Deliveries that were given up. */
  lost: number;
  /** Payments that were begun, and providers' events that could not be followed. */
  paymentsBegun: number;
  eventsDead: number;
};

/** What waits in the database, for all processes of an installation together. */
export async function readBacklog({ rows }: Pick<Database, "rows">): Promise<Backlog> {
  const { emails, texts, lostEmails, lostTexts } = deliveryQueues;
  const [found] = await rows<Backlog>(
    `select
       (select count(*)::int from pgboss.job where name = any($1) and state < 'active' and start_after <= now()) as due,
       (select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 from pgboss.job
        where name = any($1) and state < 'active' and start_after <= now()) as "oldestDue",
       (select count(*)::int from pgboss.job where name = any($2) and state < 'active') as lost,
       (select count(*)::int from payments where status = 'begun') as "paymentsBegun",
       (select count(*)::int from webhook_events where status = 'dead') as "eventsDead"`,
    [
      [emails, texts],
      [lostEmails, lostTexts],
    ],
  );
  if (!found) throw new Error("The database counted nothing");
  return found;
}
