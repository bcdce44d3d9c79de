import { and, eq, isNotNull } from "drizzle-orm";
import { hasBegun } from "#domain/orders/lifecycle.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "./instalments.ts";

/**
 * Whether the renter has had the car, whatever status the order was given since: its pickup is recorded, or an
 * administrator wrote that it had begun.
 */
export async function isBegun(
  db: Db,
  { id, status, tripStartedAt }: Pick<OrderRow, "id" | "status" | "tripStartedAt">,
): Promise<boolean> {
  if (hasBegun(status) || tripStartedAt !== null) return true;
  const isPickup = and(
    eq(conditionRecords.orderId, id),
    eq(conditionRecords.kind, "pickup"),
    isNotNull(conditionRecords.finishedAt),
  );
  return (await db.$count(conditionRecords, isPickup)) > 0;
}
