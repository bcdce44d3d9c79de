import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { type OrderRow, orders } from "#server/db/schema/orders.ts";

export type { OrderRow };
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

/** Locks the order with a number, if it was made with this address. */
export async function lockOrderBy(tx: Db, orderNumber: string, email: string): Promise<OrderRow | undefined> {
  const isTheirs = and(
    eq(orders.orderNumber, orderNumber),
    sql`lower(customer_email) = ${email.toLowerCase()}`,
  );
  const [order] = await tx.select().from(orders).where(isTheirs).for("update");
  return order;
}

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
