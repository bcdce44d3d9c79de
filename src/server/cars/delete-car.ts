import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { dayHolds } from "#server/db/schema/calendar.ts";
import { orders } from "#server/db/schema/orders.ts";
import { isHeldBeside } from "#server/rentals/availability.ts";
import { isBeingBooked } from "#server/rentals/held-by.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { Refusal } from "#contract/errors.ts";
import type { Services } from "#server/services.ts";
import { lockAdminCar, ordersOfCar } from "./admin-filters.ts";
import { auditCar, refuseOwnHosting, removeCar, updateCar } from "./write-car.ts";
import { dropContent, forgetWaiting } from "./host/papers.ts";
import { lockHostedCar } from "./host/queries.ts";
import { tellHost } from "./host/tell-host.ts";
import { dropImages } from "./save-car.ts";

type DeletionResult = { deleted: boolean; retired: boolean; message: string };

/**
 * Deletes a car that nobody ever ordered; one with orders is retired and kept for them; one that is promised
 * to somebody stays. A car's host learns of either by email.
 */
export async function deleteCar(services: Services, id: string, actor: string): Promise<DeletionResult> {
  const { database, carFacts, now } = services;
  const { name, isRetired, images, papers } = await database.transaction(async (tx) => {
    // The host's row first, as every change of a host's car locks them.
    const hosted = await lockHostedCar(tx, id);
    const car = await lockAdminCar(tx, id);
    if (!car) throw carNotFound();
    await refuseOwnHosting(tx, actor, car);
    const { total, open } = await ordersOfCar(tx, id);
    if (await isBeingBooked(tx, id)) {
      throw new Refusal(
        "car_has_open_orders",
        `${car.name} can't be deleted: somebody is booking it right now. Please try again in half an hour.`,
      );
    }
    if (open.length) throw new Refusal("car_has_open_orders", openOrders(car.name, open));
    const keptFor = await keptForOrder(tx, id);
    if (keptFor) {
      throw new Refusal(
        "car_has_open_orders",
        `${car.name} can't be deleted: it is kept for order ${keptFor}. Take the offer back or record the car back first.`,
      );
    }
    if (total) {
      await updateCar(tx, id, { retiredAt: new Date(now()), available: false });
      await auditCar(tx, {
        actor,
        id,
        action: "retired",
        before: { available: car.available },
        reason: `${total} past orders`,
      });
      const gone = hosted ? await forgetWaiting(services, tx, hosted) : [];
      if (hosted) await tellHost(services, tx, hosted, "retired", "");
      return { name: car.name, isRetired: true, images: [], papers: gone };
    }
    if (hosted) await tellHost(services, tx, hosted, "retired", "");
    await removeCar(tx, id);
    await auditCar(tx, { actor, id, action: "deleted", before: car });
    const gone = hosted?.papers.map(({ contentId }) => contentId) ?? [];
    return { name: car.name, isRetired: false, images: car.images, papers: gone };
  });
  await carFacts.changed();
  await dropImages(services, images);
  await dropContent(services, papers);
  const message = isRetired
    ? `${name} is retired: it has past orders and is kept for them.`
    : `${name} is deleted.`;
  return { deleted: !isRetired, retired: isRetired, message };
}

/** The number of an order for which a car is kept: its renter has an offer of the car, or still has the car. */
export async function keptForOrder(tx: Db, carId: string): Promise<string | undefined> {
  const [hold] = await tx
    .select({ orderNumber: orders.orderNumber })
    .from(dayHolds)
    .innerJoin(orders, eq(orders.id, dayHolds.orderId))
    .where(and(eq(dayHolds.carId, carId), sql.raw(isHeldBeside)))
    .limit(1);
  return hold?.orderNumber;
}

function openOrders(name: string, numbers: readonly string[]): string {
  const [first = "", ...others] = numbers;
  const which = others.length ? `${first} and ${others.length} more` : first;
  return `${name} can't be deleted: it is promised to somebody (${which}). Complete or cancel that first.`;
}
