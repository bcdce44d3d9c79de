import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { cancelledLetter, deskCancelledLetter, expiredLetter } from "./letters.ts";
import { isKeyOf } from "./order-key.ts";
import { findExpired, findOrder, findExpiredOf, lockCar, type OrderRow, type PlacedOrder, releasePromo, setStatus } from "./queries.ts";

async function expire({ config, outbox }: Services, tx: Db, order: OrderRow): Promise<void> {
  await setStatus(tx, order, "cancelled", "system", "nobody answered in time");
  await releasePromo(tx, order.id);
  await outbox.post(tx, [expiredLetter(config, order)]);
}

/** The minute's chore: cancels pending orders past their time and tells their renters. */
export async function expireOrders(services: Services): Promise<void> {
  const carIds = new Set((await findExpired(services.database, 100)).map((order) => order.carId));
  for (const carId of carIds) if (carId) await expireOrdersOf(services, carId);
}

/** Cancels a car's pending orders past their time, under the car's lock. */
export function expireOrdersOf(services: Services, carId: string): Promise<void> {
  return services.database.transaction(async (tx) => {
    await lockCar(tx, carId);
    for (const order of await findExpiredOf(tx, carId)) await expire(services, tx, order);
  });
}

/** Cancels a pending order for whoever holds its key, or for its owner. A second time it is the same cancelled order. */
export async function cancelOrder(services: Services, id: string, by: { key: string | undefined; accountId: string | undefined }): Promise<PlacedOrder> {
  const { database, config, outbox } = services;
  return database.transaction(async (tx) => {
    const before = await findOrder(tx, id);
    if (!before || !(isKeyOf(before.order, by.key) || isOwner(before.order, by.accountId))) throw orderNotFound();
    if (before.order.carId) await lockCar(tx, before.order.carId);
    const found = await findOrder(tx, id);
    if (!found) throw orderNotFound();
    if (found.order.status === "cancelled") return found;
    if (found.order.status !== "pending") throw new Refusal("order_not_cancellable", "This order has been confirmed. Please contact us to cancel it.");
    await setStatus(tx, found.order, "cancelled", "renter");
    await releasePromo(tx, id);
    await outbox.post(tx, [cancelledLetter(config, found.order), deskCancelledLetter(config, found.order)]);
    return { ...found, order: { ...found.order, status: "cancelled" as const } };
  });
}

export const isOwner = ({ accountId }: Pick<OrderRow, "accountId">, caller: string | undefined): boolean => accountId !== null && accountId === caller;

export const orderNotFound = (): Refusal => new Refusal("order_not_found", "There is no such order.");
