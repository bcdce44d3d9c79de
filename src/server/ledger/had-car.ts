import { hasBegun } from "#domain/orders/lifecycle.ts";
import { isRecorded } from "#server/rentals/recorded.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "./instalments.ts";

/**
 * Whether the renter has had the car, whatever the order's status is now: its pickup is recorded, or an
 * administrator set the order to begun.
 */
export async function hadCar(
  db: Db,
  { id, status, tripStartedAt }: Pick<OrderRow, "id" | "status" | "tripStartedAt">,
): Promise<boolean> {
  return hasBegun(status) || tripStartedAt !== null || (await isRecorded(db, id, "pickup"));
}
