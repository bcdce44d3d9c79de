import { eq, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { holdLength, type OrderStatus } from "#domain/order-status.ts";
import { carServesPlan, planOf } from "#domain/plans.ts";
import type { Db } from "#server/db/open-database.ts";
import { auditEvents, orders, promoCodes } from "#server/db/schema.ts";
import { withRetries } from "#server/retries.ts";
import type { Services } from "#server/services.ts";
import { expireOrdersOf, orderNotFound } from "./cancel-order.ts";
import { refuseHeld } from "./held-by.ts";
import { assignedLetter, statusLetter } from "./letters.ts";
import { findOrder, lockCar, type OrderRow, releasePromo } from "./queries.ts";

type Change = { id: string; status: OrderStatus; from?: OrderStatus; reason?: string; by: string };

const holding = new Set<OrderStatus>(["pending", "confirmed", "in_progress"]);

/**
 * Sets any status from any other, as administrators may, writes down who did it and why, and tells the renter. Throws a Refusal
 * where the car would be promised twice, and where `from` is no longer the status.
 */
export function setOrderStatus(services: Services, change: Change): Promise<void> {
  return withRetries(() => setOnce(services, change));
}

async function setOnce(services: Services, { id, status, from, reason, by }: Change): Promise<void> {
  const { database, outbox, config, now } = services;
  const before = await findOrder(database.db, id);
  if (!before) throw orderNotFound();
  // Somebody else's request past its time is in nobody's way.
  if (before.order.carId && holding.has(status) && !holding.has(before.order.status)) await expireOrdersOf(services, before.order.carId);
  await database.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (from && order.status !== from) throw new Refusal("stale", "Somebody else has changed this order meanwhile. Please look at it again.");
    if (order.status === status) return;
    if (holding.has(status)) await refuseDoubleBooking(tx, order);
    const at = new Date(now());
    const hold = holdLength[order.source];
    await tx
      .update(orders)
      .set({
        status,
        expiresAt: status === "pending" && hold !== undefined ? new Date(now() + hold) : order.expiresAt,
        deskWarnedAt: status === "pending" ? null : order.deskWarnedAt,
        tripStartedAt: status === "in_progress" ? (order.tripStartedAt ?? at) : status === "completed" ? order.tripStartedAt : null,
        tripCompletedAt: status === "completed" ? at : null,
      })
      .where(eq(orders.id, id));
    await tx
      .insert(auditEvents)
      .values({ actor: by, entity: "order", entityId: id, action: "status", before: { status: order.status }, after: { status }, reason });
    if (status === "cancelled") await releasePromo(tx, id);
    else if (order.status === "cancelled") await holdPromoAgain(tx, order);
    await outbox.post(tx, [statusLetter(config, { ...order, status }, reason)]);
  });
}

/** The car's row first, then the order's: whoever takes or changes a car's dates goes the same way. */
async function lockOrder(tx: Db, id: string): Promise<OrderRow> {
  const [seen] = await tx.select({ carId: orders.carId }).from(orders).where(eq(orders.id, id));
  if (seen?.carId) await lockCar(tx, seen.carId);
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order) throw orderNotFound();
  return order;
}

/** The database would refuse as well; this names what is in the way. Throws a Refusal. */
const refuseDoubleBooking = async (tx: Db, { id, carId, pickupDate, returnDate }: OrderRow): Promise<void> =>
  carId ? refuseHeld(tx, { carId, from: pickupDate, until: returnDate, orderId: id }) : undefined;

/** A cancelled order gave its code back; alive again, it takes it again unless it was used meanwhile. The price stays as it was ordered. */
async function holdPromoAgain(tx: Db, { id, customerEmail, lines }: OrderRow): Promise<void> {
  if (!lines.some(({ kind }) => kind === "promo")) return;
  await tx
    .update(promoCodes)
    .set({ orderId: id })
    .where(sql`lower(email) = lower(${customerEmail}) and order_id is null`);
}

/** Gives a plan order its car, or another one. Throws a Refusal for a car that does not serve the plan or is held on these dates. */
export function assignCar(services: Services, { id, carId, by }: { id: string; carId: string; by: string }): Promise<void> {
  const { database, outbox, config } = services;
  return withRetries(async () => {
    await expireOrdersOf(services, carId);
    await database.transaction(async (tx) => {
      const car = await lockCar(tx, carId);
      const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
      if (!order) throw orderNotFound();
      const plan = planOf(order.tier ?? "");
      if (!plan)
        throw new Refusal("invalid", "Only a plan order is given its car here.", {
          fields: { carId: { code: "no_plan", message: "can be given to plan orders only" } },
        });
      if (!car || car.retiredAt || !car.available) throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
      if (!carServesPlan(car, plan))
        throw new Refusal("invalid", "This car does not serve the plan.", { fields: { carId: { code: "wrong_plan", message: "does not serve the plan" } } });
      if (order.carId === carId) return;
      const given = { carId, carName: car.name, carBrand: car.brand, city: car.city, category: car.category };
      if (holding.has(order.status)) await refuseDoubleBooking(tx, { ...order, carId });
      await tx.update(orders).set(given).where(eq(orders.id, id));
      await tx
        .insert(auditEvents)
        .values({ actor: by, entity: "order", entityId: id, action: "car", before: { car: order.carName }, after: { car: car.name } });
      await outbox.post(tx, [assignedLetter(config, { ...order, ...given })]);
    });
  });
}
