import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { announce } from "#server/events/announce.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type OrderedCar = Pick<
  typeof cars.$inferSelect,
  "id" | "name" | "brand" | "model" | "year" | "city" | "images" | "bodyStyle" | "colour"
>;
export type PlacedOrder = { order: OrderRow; car: OrderedCar | null };

/** The row of a car that can be ordered. */
export type OrderableCar = typeof cars.$inferSelect;

/** What an order shows of its car. */
export const orderedCar = {
  id: cars.id,
  name: cars.name,
  brand: cars.brand,
  model: cars.model,
  year: cars.year,
  city: cars.city,
  images: cars.images,
  bodyStyle: cars.bodyStyle,
  colour: cars.colour,
};

/** The order with an id, and its car. With `lock`, the order is locked until the transaction ends. */
export async function findOrder(db: Db, id: string, lock?: "update"): Promise<PlacedOrder | undefined> {
  const query = db
    .select({ order: orders, car: orderedCar })
    .from(orders)
    .leftJoin(cars, eq(cars.id, orders.carId))
    .where(eq(orders.id, id));
  const [found] = await (lock ? query.for(lock, { of: orders }) : query);
  return found;
}

/**
 * Gives an account the orders that visitors made with its confirmed address, if a reader of that mailbox has
 * confirmed them. Anybody can type an address: an unconfirmed order becomes the account's when its owner says so,
 * see `server/booking/account/unconfirmed.ts`. Returns whether there were any.
 */
export async function attachOrders(db: Db, accountId: string, email: string): Promise<boolean> {
  if (email === "") return false;
  const attached = await db
    .update(orders)
    .set({ accountId })
    .where(
      and(
        isNull(orders.accountId),
        isNotNull(orders.emailConfirmedAt),
        isNull(orders.deniedAt),
        sql`lower(customer_email) = ${email.toLowerCase()}`,
      ),
    )
    .returning({ id: orders.id });
  return attached.length > 0;
}

/** Locks the order with a number, if it was made with this address. */
export async function lockOrderBy(tx: Db, orderNumber: string, email: string): Promise<OrderRow | undefined> {
  const isTheirs = and(
    eq(orders.orderNumber, orderNumber),
    sql`lower(customer_email) = ${email.toLowerCase()}`,
  );
  const [order] = await tx.select().from(orders).where(isTheirs).for("update");
  return order;
}

/**
 * Gives an order a new key. The earlier key ends at once, or after `pause` milliseconds: the pause of the email.
 */
export const changeKey = (tx: Db, order: OrderRow, keyHash: string, pause: number): Promise<unknown> =>
  tx
    .update(orders)
    .set({
      keyHash,
      ...(pause > 0
        ? { formerKeyHash: order.keyHash, formerKeyUntil: new Date(Date.now() + pause) }
        : { formerKeyHash: null, formerKeyUntil: null }),
    })
    .where(eq(orders.id, order.id));

/** Finds a car, also one that has left the fleet, without locking it. */
export async function findOrderableCar(db: Db, id: string): Promise<OrderableCar | undefined> {
  const [car] = await db.select().from(cars).where(eq(cars.id, id));
  return car;
}

/**
 * Locks a car's row: transactions that take or change the car's dates wait here for one another. Undefined where
 * there is no such car.
 */
export async function lockCar(tx: Db, id: string) {
  const [car] = await tx.select().from(cars).where(eq(cars.id, id)).for("no key update");
  return car;
}

/** Locks several cars, always in the same sequence, so that two transactions never wait for each other. */
export async function lockCars(tx: Db, ids: readonly (string | null | undefined)[]): Promise<void> {
  for (const id of [...new Set(ids)].filter((one) => one != null).toSorted()) await lockCar(tx, id);
}

type AnnouncedOrder = Pick<OrderRow, "id" | "accountId" | "hostId" | "emailConfirmedAt">;

/**
 * Tells the screens of an order's owner, of its car's host once its address is confirmed, and of administrators that it
 * has changed.
 */
export const announceOrder = (
  tx: Db,
  { id, accountId, hostId, emailConfirmedAt }: AnnouncedOrder,
): Promise<void> =>
  announce(tx, {
    kind: "order",
    orderId: id,
    to: [accountId, emailConfirmedAt === null ? null : hostId],
    admins: "administrator",
  });
