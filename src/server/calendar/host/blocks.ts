import { and, eq } from "drizzle-orm";
import type { HostBlock } from "#contract/host/calendar.ts";
import { Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import { refuseDays } from "#server/calendar/block-car.ts";
import { type CarRow, lockOwnHostedCar } from "#server/cars/host/queries.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { carBlocks } from "#server/db/schema/calendar.ts";
import { writtenBefore } from "#server/db/sent-before.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { refuseHeld } from "#server/rentals/held-by.ts";
import { type Services, today } from "#server/services.ts";

/** A car and the host who makes the call. */
export type OwnCar = { carId: string; hostId: string };

/** Locks a host's car for a change of its calendar. Throws a Refusal for a draft, which nobody can rent. */
export async function lockForCalendar(tx: Db, { carId, hostId }: OwnCar): Promise<CarRow> {
  const { car } = await lockOwnHostedCar(tx, carId, hostId);
  if (!car || car.listingState === "retired")
    throw new Refusal(
      "car_not_in_state",
      "Only a car that has been submitted has a calendar, and only until it retires.",
    );
  return car;
}

export const presentHostBlock = (
  {
    id,
    firstDate,
    lastDate,
    reason,
    createdBy,
  }: Pick<typeof carBlocks.$inferSelect, "id" | "firstDate" | "lastDate" | "reason" | "createdBy">,
  hostId: string,
): HostBlock => {
  const isOwn = createdBy === hostId;
  return { id, from: firstDate, until: lastDate, note: isOwn ? reason : "", isOwn };
};

type BlockSent = { id: string; from: IsoDate; until: IsoDate; note: string };

/** Keeps a host's car from being rented on some days. The same id sent again is one block. Throws a Refusal. */
export function blockOwnCar(
  services: Services,
  { carId, hostId }: OwnCar,
  { id, from, until, note }: BlockSent,
): Promise<HostBlock> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      await lockForCalendar(tx, { carId, hostId });
      const [known] = await tx.select().from(carBlocks).where(eq(carBlocks.id, id));
      const before = writtenBefore(
        known,
        (row) =>
          row.carId === carId &&
          row.createdBy === hostId &&
          row.firstDate === from &&
          row.lastDate === until &&
          row.reason === note,
      );
      if (before) return presentHostBlock(before, hostId);
      refuseDays(from, until, today(services));
      await endStaleOf(services, tx, carId);
      await refuseHeld(tx, { carId, from, until }, { isForBlock: true, hidesReason: true });
      const [block] = await tx
        .insert(carBlocks)
        .values({ id, carId, firstDate: from, lastDate: until, reason: note, createdBy: hostId })
        .returning();
      if (!block) throw new Error("No block was written");
      await audit(tx, {
        actor: hostId,
        entity: "car",
        entityId: carId,
        action: "blocked",
        after: { from, until },
      });
      return presentHostBlock(block, hostId);
    }),
  );
}

/** Takes a host's own block away. A block that is gone already isn't an error; other people's blocks stay. */
export function unblockOwnCar(
  { database }: Services,
  { carId, hostId }: OwnCar,
  blockId: string,
): Promise<void> {
  return database.transaction(async (tx) => {
    await lockOwnHostedCar(tx, carId, hostId);
    const [block] = await tx
      .select()
      .from(carBlocks)
      .where(and(eq(carBlocks.id, blockId), eq(carBlocks.carId, carId)));
    if (!block) return;
    if (block.createdBy !== hostId) throw new Refusal("not_found", "There is no such block of yours.");
    await tx.delete(carBlocks).where(eq(carBlocks.id, blockId));
    await audit(tx, {
      actor: hostId,
      entity: "car",
      entityId: carId,
      action: "unblocked",
      before: { from: block.firstDate, until: block.lastDate },
    });
  });
}
