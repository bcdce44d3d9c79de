import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { savedCars } from "#server/db/schema/renters.ts";
import { cars } from "#server/db/schema/cars.ts";
import { isPublic } from "#server/cars/queries.ts";

/** Saves a car that the public knows, at the price it has. False where there is none to save. */
export async function insertSavedCar(db: Db, accountId: string, carId: string, at: Date): Promise<boolean> {
  const [car] = await db
    .select({ price: cars.monthlyPrice })
    .from(cars)
    .where(and(eq(cars.id, carId), sql.raw(isPublic)));
  if (!car) return false;
  await db
    .insert(savedCars)
    .values({ accountId, carId, price: car.price, savedAt: at })
    .onConflictDoNothing();
  return true;
}

export const deleteSavedCar = (db: Db, accountId: string, carId: string): Promise<unknown> =>
  db.delete(savedCars).where(and(eq(savedCars.accountId, accountId), eq(savedCars.carId, carId)));
