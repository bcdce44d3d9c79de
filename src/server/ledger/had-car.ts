import { hasBegun } from "#domain/orders/lifecycle.ts";
import { isRecorded } from "#server/rentals/recorded.ts";
import { withGaps } from "#server/rentals/stretches.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "./instalments.ts";

/**
 * What the amount kept of a cancelled order counts from: before the keys, from the first day of a car that came
 * after the pickup date; a rental that has begun counts from its pickup date, with whichever cars it went on, but
 * without the days between them.
 */
export const countedFromCar = async <T extends OrderRow>(db: Db, order: T) =>
  withGaps(db, (await hadCar(db, order)) ? { ...order, carSince: null } : order);

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
