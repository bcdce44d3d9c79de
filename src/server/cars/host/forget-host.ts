import { and, eq, inArray, isNotNull, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { carBlocks, carFeeds } from "#server/db/schema/calendar.ts";
import { cars } from "#server/db/schema/cars.ts";
import { carPapers, hostCars } from "#server/db/schema/host-cars.ts";

/**
 * Removes a host who leaves from their cars. Cars that no administrator has approved are deleted, with drafts and
 * papers. Listed cars are retired, since orders refer to them, and lose their handover address. The host's blocks
 * and the calendars that their cars followed are deleted, and the addresses of the cars' own calendars stop
 * working. The audit trail loses the handover addresses too; VIN and plate belong to the car and stay.
 */
export async function forgetHost(tx: Db, hostId: string): Promise<void> {
  const own = eq(cars.hostId, hostId);
  const rowsOwn = tx
    .select({ id: sql`${cars.id}::text` })
    .from(cars)
    .where(own);
  await forgetHandover(tx, inArray(auditEvents.entityId, rowsOwn));
  // The host's deleted cars have a trail too. What the host changed on others' cars, as an administrator, stays.
  await forgetHandover(
    tx,
    sql`${auditEvents.actor} = ${hostId} and not exists (select from ${cars} where ${cars.id}::text = ${auditEvents.entityId})`,
  );
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
    .set(nothingWaiting)
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

/** A host's row of a car with nothing typed, nothing that waits for the back office, and no words from it. */
export const nothingWaiting = { typed: {}, reason: "", waitingSince: null, unseen: {}, unseenSince: null };

/** Removes the handover addresses from the audit trail of some cars. */
export const forgetHandover = (tx: Db, isTheirs: SQL): Promise<unknown> =>
  tx
    .update(auditEvents)
    .set({
      before: sql`${auditEvents.before} - 'handoverAddress'`,
      after: sql`${auditEvents.after} - 'handoverAddress'`,
    })
    .where(
      and(
        eq(auditEvents.entity, "car"),
        isTheirs,
        sql`(jsonb_exists(${auditEvents.before}, 'handoverAddress') or jsonb_exists(${auditEvents.after}, 'handoverAddress'))`,
      ),
    );
