import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { answerWithin, holdsCar, needsCar, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { carServesPlan, planOf } from "#domain/plans.ts";
import type { Db } from "#server/db/open-database.ts";
import { auditEvents, cars, orders } from "#server/db/schema.ts";
import { withRetries } from "#server/retries.ts";
import type { Services } from "#server/services.ts";
import { refuseHeld } from "./held-by.ts";
import { assignedEmail, statusEmail } from "./emails/to-renter.ts";
import { orderNotFound } from "./order-key.ts";
import { takePromoAgain } from "./promo.ts";
import { lockCar, type OrderRow, releasePromo } from "./queries.ts";
import { endStaleOf } from "./stale-orders.ts";

type Change = { id: string; status: OrderStatus; from?: OrderStatus; reason?: string; by: string };

/**
 * Sets any status from any other, as administrators may, writes down who did it and why, and tells the renter. Throws a Refusal
 * where the car would be promised twice, and where `from` is no longer the status.
 */
export function setOrderStatus(services: Services, change: Change): Promise<void> {
  return withRetries(() => setOnce(services, change));
}

async function setOnce(services: Services, { id, status, from, reason, by }: Change): Promise<void> {
  const { database, outbox, config, now } = services;
  await database.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (from && order.status !== from) throw new Refusal("stale", "Somebody else has changed this order meanwhile. Please look at it again.");
    if (order.status === status) return;
    if (needsCar(status)) await refuseWithoutCar(tx, order.carId);
    // Somebody else's request past its time is in nobody's way.
    if (order.carId && holdsCar(status) && !order.holdsCar) await endStaleOf(services, tx, order.carId);
    if (holdsCar(status)) await refuseDoubleBooking(tx, order);
    const at = new Date(now());
    const wait = answerWithin[order.source];
    await tx
      .update(orders)
      .set({
        status,
        expiresAt: status === "pending" && wait !== undefined ? new Date(now() + wait) : order.expiresAt,
        // Whoever sets a status by hand promises the car.
        holdEndsAt: null,
        lacksHold: false,
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
    await outbox.post(tx, [statusEmail(config, { ...order, status }, reason)]);
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

/** Throws a Refusal for an order without a car, or with one that has left the fleet. */
async function refuseWithoutCar(tx: Db, carId: string | null): Promise<void> {
  if (!carId) throw new Refusal("order_without_car", "This order has no car yet. Choose one first.");
  const [car] = await tx.select({ retiredAt: cars.retiredAt }).from(cars).where(eq(cars.id, carId));
  if (car?.retiredAt) throw new Refusal("car_retired", "This order's car has left the fleet. Choose another one first.");
}

/** The database would refuse as well; this names what is in the way. Throws a Refusal. */
const refuseDoubleBooking = async (tx: Db, { id, carId, pickupDate, returnDate }: OrderRow): Promise<void> =>
  carId ? refuseHeld(tx, { carId, from: pickupDate, until: returnDate, orderId: id }) : undefined;

/** A cancelled order gave its code back; alive again, it takes it again unless it was used meanwhile. The price stays as it was ordered. */
async function holdPromoAgain(tx: Db, { id, customerEmail, lines }: OrderRow): Promise<void> {
  if (!lines.some(({ kind }) => kind === "promo")) return;
  await takePromoAgain(tx, customerEmail, id);
}

/** Gives a plan order its car, or another one. Throws a Refusal for a car that does not serve the plan or is held on these dates. */
export function assignCar(services: Services, { id, carId, by }: { id: string; carId: string; by: string }): Promise<void> {
  const { database, outbox, config } = services;
  return withRetries(() =>
    database.transaction(async (tx) => {
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
      await endStaleOf(services, tx, carId);
      if (order.holdsCar) await refuseDoubleBooking(tx, { ...order, carId });
      await tx.update(orders).set(given).where(eq(orders.id, id));
      await tx
        .insert(auditEvents)
        .values({ actor: by, entity: "order", entityId: id, action: "car", before: { car: order.carName }, after: { car: car.name } });
      await outbox.post(tx, [assignedEmail(config, { ...order, ...given })]);
    }),
  );
}
