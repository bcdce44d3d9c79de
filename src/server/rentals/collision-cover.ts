import { billedStatuses } from "#domain/orders/lifecycle.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import { collisionCoverCustomers } from "#domain/pricing/insurance.ts";
import type { Database } from "#server/db/open-database.ts";

/** A count this old (milliseconds) is counted again: confirmations come by hand, a few a day. */
const longestCached = 30_000;
const cachedCounts = new WeakMap<Database, { at: number; included: Promise<boolean> }>();

/** Whether collision cover still comes with a rental: for the first 1000 customers with a confirmed order. */
export function isCollisionIncluded({
  database,
  now,
}: {
  database: Database;
  now: () => number;
}): Promise<boolean> {
  const last = cachedCounts.get(database);
  if (last && now() - last.at < longestCached) return last.included;
  const included = countConfirmedCustomers(database, collisionCoverCustomers).then(
    (count) => count < collisionCoverCustomers,
  );
  cachedCounts.set(database, { at: now(), included });
  included.catch(() => cachedCounts.delete(database));
  return included;
}

/** Customers with an order that was confirmed, counted no further than `most`. */
async function countConfirmedCustomers({ rows }: Database, most: number): Promise<number> {
  const [counted] = await rows<{ count: number }>(
    `select count(*)::int as count from (select distinct lower(customer_email) from orders where ${isOneOf("status", billedStatuses)} limit $1) as customers`,
    [most],
  );
  return counted?.count ?? 0;
}
