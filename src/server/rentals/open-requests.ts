import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { openRequest, orderChanges } from "#server/db/schema/changes.ts";

export type ChangeRow = typeof orderChanges.$inferSelect;

/** SQL: that a change waits for its answer. */
export const isOpenRequest: SQL = sql.raw(openRequest);

/** SQL: that a change is an order's open request or offer. */
export const isOpenRequestOf = (orderId: string): SQL | undefined =>
  and(eq(orderChanges.orderId, orderId), isOpenRequest);

/** The request or offer of an order that waits for its answer: there is one at most. */
export async function openRequestOf(db: Db, orderId: string): Promise<ChangeRow | undefined> {
  const [open] = await db.select().from(orderChanges).where(isOpenRequestOf(orderId));
  return open;
}
