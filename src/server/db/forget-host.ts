import { and, eq, inArray, isNotNull, notExists, or, sql } from "drizzle-orm";
import type { Db } from "./open-database.ts";
import { carBlocks, carFeeds } from "./schema/calendar.ts";
import { cars } from "./schema/cars.ts";
import { carPapers, hostCars } from "./schema/host-cars.ts";

/**
 * Takes a host who leaves out of their cars: what nobody has let in goes, drafts and papers too; what was listed is
 * retired for the orders that it had, and says no more where it stood. Their blocks and the calendars that their cars
 * followed go, and the addresses of theirs lead nowhere.
 */
export async function forgetHost(tx: Db, hostId: string): Promise<void> {
  const own = eq(cars.hostId, hostId);
  await tx.delete(cars).where(and(own, inArray(cars.listingState, ["submitted", "declined"])));
  await tx
    .update(cars)
    .set({ listingState: "retired", handoverAddress: "", updatedAt: new Date() })
    .where(own);
  const ownCars = tx.select({ id: hostCars.id }).from(hostCars).where(eq(hostCars.hostId, hostId));
  await tx.delete(carPapers).where(inArray(carPapers.carId, ownCars));
  await tx.delete(carFeeds).where(inArray(carFeeds.carId, ownCars));
  await tx.delete(carBlocks).where(and(eq(carBlocks.createdBy, hostId), inArray(carBlocks.carId, ownCars)));
  await tx
    .update(hostCars)
    .set({ calendarVersion: sql`${hostCars.calendarVersion} + 1` })
    .where(eq(hostCars.hostId, hostId));
  await tx.delete(hostCars).where(
    and(
      eq(hostCars.hostId, hostId),
      notExists(
        tx
          .select({ one: sql`1` })
          .from(cars)
          .where(eq(cars.id, hostCars.id)),
      ),
    ),
  );
  await tx
    .update(hostCars)
    .set({ typed: {}, reason: "", waitingSince: null, unseen: {}, unseenSince: null })
    .where(
      and(
        eq(hostCars.hostId, hostId),
        or(
          isNotNull(hostCars.waitingSince),
          isNotNull(hostCars.unseenSince),
          sql`typed <> '{}' or reason <> ''`,
        ),
      ),
    );
}
