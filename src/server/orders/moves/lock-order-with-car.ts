import { orderNotFound } from "#server/ledger/order-queries.ts";
import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";
import { lockCar, lockCars, type OrderRow } from "#server/orders/queries.ts";

/**
 * Locks the car's row, then the order's: everything that takes or changes a car's dates locks in this sequence.
 * Also locks the earlier cars of a rental that goes on with another, which may get it back, and `otherCarIds`, cars
 * that may take the first one's place. Throws a Refusal if there is no such order.
 */
export async function lockOrderWithCar(
  tx: Db,
  id: string,
  ...otherCarIds: readonly (string | null | undefined)[]
): Promise<OrderRow> {
  const [seen] = await tx
    .select({ carId: orders.carId, carSince: orders.carSince })
    .from(orders)
    .where(eq(orders.id, id));
  const earlier = seen?.carSince
    ? await tx
        .select({ carId: orderStretches.carId })
        .from(orderStretches)
        .where(eq(orderStretches.orderId, id))
    : [];
  const carIds = [seen?.carId, ...earlier.map(({ carId }) => carId), ...otherCarIds];
  await lockCars(tx, carIds);
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order) throw orderNotFound();
  // The order got another car while its former one was locked.
  if (order.carId && !carIds.includes(order.carId)) await lockCar(tx, order.carId);
  return order;
}
