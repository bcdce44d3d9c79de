import { and, count, eq } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { savedCars } from "#server/db/schema/renters.ts";
import { carColumns, type CarRow } from "#server/cars/queries.ts";
import { isFree } from "#server/rentals/availability.ts";

export type SavedRow = CarRow & { savedPrice: number; savedAt: string; isOpen: boolean };

/** An account's saved cars, the last saved first, from after the car that `cursor` names. */
export const findSavedCars = (
  { rows }: Database,
  accountId: string,
  { today, limit, cursor }: { today: IsoDate; limit: number; cursor?: string | undefined },
): Promise<SavedRow[]> =>
  rows<SavedRow>(
    `select ${carColumns}, saved.price as "savedPrice",
       ${isoText("saved.saved_at")} as "savedAt",
       cars.available and cars.retired_at is null and ${isFree("cars.id", "$2::date", "$2::date")} as "isOpen"
     from saved_cars as saved join cars on cars.id = saved.car_id
     where saved.account_id = $1
       and ($3::uuid is null or (saved.saved_at, saved.car_id) <
         (select saved_at, car_id from saved_cars where account_id = $1 and car_id = $3))
     order by saved.saved_at desc, saved.car_id desc limit $4`,
    [accountId, today, cursor ?? null, limit],
  );

export const findSavedIds = async (db: Db, accountId: string): Promise<string[]> =>
  (await db.select({ id: savedCars.carId }).from(savedCars).where(eq(savedCars.accountId, accountId))).map(
    ({ id }) => id,
  );

export async function countSavedCars(db: Db, accountId: string): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(savedCars)
    .where(eq(savedCars.accountId, accountId));
  return counted?.total ?? 0;
}

export const isSaved = async (db: Db, accountId: string, carId: string): Promise<boolean> =>
  (await db.$count(savedCars, and(eq(savedCars.accountId, accountId), eq(savedCars.carId, carId)))) > 0;
