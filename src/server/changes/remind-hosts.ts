import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { orderChanges } from "#server/db/schema/changes.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { tellHostOfChange } from "./to-host.ts";

const most = 100;

/** The minute's job: reminds hosts, once, of what renters wait for, after two thirds of the time. */
export async function remindHostsOfChanges(services: Services): Promise<void> {
  const now = new Date(services.now());
  await services.database.transaction(async (tx) => {
    const found = await tx
      .select({ change: orderChanges, order: orders })
      .from(orderChanges)
      .innerJoin(orders, eq(orders.id, orderChanges.orderId))
      .where(
        and(
          eq(orderChanges.status, "requested"),
          sql`${orderChanges.kind} <> 'swap'`,
          isNull(orderChanges.hostRemindedAt),
          isNotNull(orders.hostId),
          sql`${orderChanges.createdAt} + (${orderChanges.answerUntil} - ${orderChanges.createdAt}) * 2 / 3 <= ${now}`,
          sql`${orderChanges.answerUntil} > ${now}`,
        ),
      )
      .limit(most)
      .for("update", { of: orderChanges, skipLocked: true });
    for (const { change, order } of found) {
      await tx.update(orderChanges).set({ hostRemindedAt: now }).where(eq(orderChanges.id, change.id));
      await tellHostOfChange(services, tx, order, change, "reminder");
    }
  });
}
