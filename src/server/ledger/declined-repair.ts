import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { refunds } from "#server/db/schema/money/payments.ts";
import { repairDays } from "#server/db/schema/repair-days.ts";

/**
 * Whether an administrator recorded days in repair of the order that still stand, and the refund that they caused
 * was declined and not given back by hand since: the price stays lowered, so that each change of it makes the same
 * money due again.
 */
export async function hasDeclinedRepair(db: Db, orderId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(
      repairDays,
      and(
        eq(repairDays.orderId, refunds.orderId),
        sql`${repairDays.recordedBy}::text = ${refunds.proposedBy}`,
      ),
    )
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.origin, "rule"),
        eq(refunds.status, "declined"),
        // What was given back by hand of a declined refund.
        lt(refunds.ofCredit, refunds.amount),
      ),
    )
    .limit(1);
  return found !== undefined;
}
