import { freeRanges, rentableRanges } from "#domain/pricing/availability.ts";
import { addMonths, type IsoDate } from "#domain/dates.ts";
import {
  latestPickupMonths,
  longestRentalMonths,
  type Rental,
  rentalDays,
} from "#domain/pricing/rental-length.ts";
import { findTakenRanges } from "./taken-ranges.ts";
import type { Database } from "#server/db/open-database.ts";

/** `until` is null if the car is free as far ahead as anybody may rent. */
export type FreeRange = { from: IsoDate; until: IsoDate | null };

const most = 3;

/** When a car is free next for as long as a rental wants it, from its pickup on. */
export async function findNextFree(
  database: Database,
  car: { id: string; minRentDays: number },
  rental: Rental,
  today: IsoDate,
): Promise<FreeRange[]> {
  const end = addMonths(today, latestPickupMonths + longestRentalMonths);
  const taken = await findTakenRanges(database, car.id, today, end);
  const free = rentableRanges(
    freeRanges(taken, rental.pickupDate, end),
    Math.max(rentalDays(rental), car.minRentDays),
    most,
  );
  return free.map(({ from, until }) => ({ from, until: until === end ? null : until }));
}
