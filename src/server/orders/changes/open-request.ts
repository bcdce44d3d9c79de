import { and, eq } from "drizzle-orm";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { endHolds } from "#server/rentals/day-holds.ts";
import type { Services } from "#server/services.ts";

/** With an order that ends, or waits again, goes what was asked for of it. Under the car's lock. */
export async function dropOpenRequest(
  { now }: Pick<Services, "now">,
  tx: Db,
  orderId: string,
  by: string,
): Promise<void> {
  await endHolds(tx, orderId, "change");
  await tx
    .update(orderChanges)
    .set({ status: "withdrawn", answeredAt: new Date(now()), answeredBy: by })
    .where(and(eq(orderChanges.orderId, orderId), eq(orderChanges.status, "requested")));
}
