import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "./open-database.ts";
import { orders } from "./schema/orders.ts";
import { orderStretches } from "./schema/stretches.ts";

/**
 * SQL over `orders`: a car of this host was driven before the rental went on with another host's car. `also`
 * limits which of the host's cars count, over `order_stretches` as `own`.
 */
export const hadEarlierCarOf = (hostId: string, also: SQL = sql`true`): SQL =>
  sql`(${orders.hostId} is distinct from ${hostId} and exists (select from order_stretches own
    where own.order_id = ${orders.id} and own.host_id = ${hostId} and not own.is_without_car and ${also}))`;

/** The hosts of the cars that a rental was driven with before it went on with another. */
export const earlierHostIds = async (db: Db, orderId: string): Promise<string[]> =>
  (
    await db
      .select({ hostId: orderStretches.hostId })
      .from(orderStretches)
      .where(and(eq(orderStretches.orderId, orderId), eq(orderStretches.isWithoutCar, false)))
  ).flatMap(({ hostId }) => hostId ?? []);
