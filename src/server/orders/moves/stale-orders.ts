import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { waitsForHost } from "#domain/orders/host-requests.ts";
import { holdsCar, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { similarInPlaceOf } from "#server/cars/similar-queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { orders } from "#server/db/schema/orders.ts";
import { clearHolds, hasExpired } from "#server/rentals/availability.ts";
import { endStaleHolds } from "#server/rentals/day-holds.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { eachAlone } from "#server/each-alone.ts";
import type { Services } from "#server/services.ts";
import { giveBackToAdmins } from "./back-at-admins.ts";
import { moveOrder } from "./move-order.ts";
import { lockCar, type OrderRow } from "#server/orders/queries.ts";

const mostAtOnce = 100;

/**
 * Ends a car's requests and holds whose time is over by the database's clock: the people of an unanswered request
 * get emails, nobody gets one about a hold. Call it under the car's lock. An order of the car that was read before
 * has to be read again. `except` is an order that somebody decides about now.
 */
export async function endStaleOf(services: Services, tx: Db, carId: string, except?: string): Promise<void> {
  const rows = rowsIn(tx);
  await endStaleHolds(tx, carId);
  await rows(`${clearHolds} where car_id = $1 and hold_ends_at <= now()`, [carId]);
  // The lock waits for whoever changes such an order now; what the order has become then counts.
  const found = await tx
    .select({ order: orders, isOver: sql<boolean>`coalesce(${orders.expiresAt} <= now(), false)` })
    .from(orders)
    .where(and(eq(orders.carId, carId), sql.raw(hasExpired), except ? ne(orders.id, except) : undefined))
    .orderBy(asc(orders.id))
    .for("update");
  const released = found.filter(({ isOver }) => !isOver).map(({ order }) => order.id);
  if (released.length) await tx.update(orders).set({ lacksHold: true }).where(inArray(orders.id, released));
  for (const { order } of found.filter(({ isOver }) => isOver)) {
    if (order.source === "plan") {
      await giveBackToAdmins(services, tx, order, { answer: { answer: "lapsed" }, by: "system" });
      continue;
    }
    const settlement = await settlementOf(services, tx, order);
    const similarCars = waitsForHost(order) ? await similarInPlaceOf(services, tx, order) : [];
    await moveOrder(services, tx, order, "expire", { lost: { settlement, similarCars } });
  }
}

/**
 * Does the same before an administrator has an order take its car's days, so that no expired request is in its way:
 * if the order's own time is over, the administrator's decision counts.
 */
export const endStaleFor = async (
  services: Services,
  tx: Db,
  { id, carId, holdsCar: hasCar }: OrderRow,
  to: OrderStatus,
): Promise<void> => (carId && holdsCar(to) && !hasCar ? endStaleOf(services, tx, carId, id) : undefined);

/** Runs `endStaleOf` in a transaction of its own. */
const endStaleOrdersOf = (services: Services, carId: string): Promise<void> =>
  services.database.transaction(async (tx) => {
    await lockCar(tx, carId);
    await endStaleOf(services, tx, carId);
  });

/**
 * The minute's job: ends the pending orders whose time is over, tells their renters, and gives back the cars that are
 * no longer held.
 */
export async function endStaleOrders(services: Services): Promise<void> {
  const found = await services.database.rows<{ carId: string }>(
    `select car_id as "carId" from orders where car_id is not null and ${hasExpired}
     union select car_id from wizard_drafts where hold_ends_at <= now()
     union select car_id from day_holds where ends_at <= now() limit ${mostAtOnce}`,
  );
  await eachAlone(services, found, {
    idOf: ({ carId }) => carId,
    work: ({ carId }) => endStaleOrdersOf(services, carId),
  });
}
