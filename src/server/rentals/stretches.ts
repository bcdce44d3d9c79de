import { asc, eq } from "drizzle-orm";
import { type Stretch, stretchesOf } from "#domain/orders/stretches.ts";
import type { Db } from "#server/db/open-database.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";

type LastStretch = Pick<
  typeof orders.$inferSelect,
  "id" | "carId" | "hostId" | "hostSharePercent" | "hostMonthlyPrice" | "pickupDate" | "returnDate"
>;

/** All stretches of an order in the order of their days, the last being the order's own. */
export async function findStretches(db: Db, order: LastStretch): Promise<Stretch[]> {
  const ended = await db
    .select()
    .from(orderStretches)
    .where(eq(orderStretches.orderId, order.id))
    .orderBy(asc(orderStretches.number));
  return stretchesOf(order, ended);
}
