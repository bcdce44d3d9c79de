import { eq, inArray } from "drizzle-orm";
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
import { bringBackToDesk } from "./back-at-desk.ts";
import { moveOrder } from "./move-order.ts";
import { lockCar, type OrderRow } from "#server/orders/queries.ts";

const mostAtOnce = 100;

/**
 * Ends a car's requests and holds whose time is over by the database's clock: the people of an unanswered request
 * get emails, nobody gets one about a hold. Call it under the car's lock.
 */
export async function endStaleOf(services: Services, tx: Db, carId: string): Promise<void> {
  const rows = rowsIn(tx);
  await endStaleHolds(tx, carId);
  await rows(`${clearHolds} where car_id = $1 and hold_ends_at <= now()`, [carId]);
  const found = await rows<{ id: string; isOver: boolean }>(
    `select id, coalesce(expires_at <= now(), false) as "isOver" from orders where car_id = $1 and ${hasExpired}`,
    [carId],
  );
  if (found.length === 0) return;
  const released = found.filter(({ isOver }) => !isOver).map(({ id }) => id);
  if (released.length) await tx.update(orders).set({ lacksHold: true }).where(inArray(orders.id, released));
  for (const { id } of found.filter(({ isOver }) => isOver)) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id));
    if (!order) continue;
    if (order.source === "plan") {
      await bringBackToDesk(services, tx, order, { answer: { answer: "lapsed" }, by: "system" });
      continue;
    }
    const settlement = await settlementOf(services, tx, order);
    const similarCars = waitsForHost(order) ? await similarInPlaceOf(services, tx, order) : [];
    await moveOrder(services, tx, order, "expire", { lost: { settlement, similarCars } });
  }
}

/** Does the same before an order takes its car's days again, so that an expired request isn't in its way. */
export const endStaleFor = async (
  services: Services,
  tx: Db,
  { carId, holdsCar: hasCar }: OrderRow,
  to: OrderStatus,
): Promise<void> => (carId && holdsCar(to) && !hasCar ? endStaleOf(services, tx, carId) : undefined);

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
