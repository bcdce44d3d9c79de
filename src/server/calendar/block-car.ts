import { and, asc, eq, gte, or, sql } from "drizzle-orm";
import { audit } from "#server/db/audit.ts";
import type { BlockSent, CarBlock, CarCalendar } from "#contract/admin/calendar.ts";
import { invalidField, Refusal } from "#contract/errors.ts";
import { addMonths, type IsoDate } from "#domain/dates.ts";
import { latestPickupMonths, longestRentalMonths } from "#domain/pricing/rental-length.ts";
import type { Database } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { carBlocks, carFeeds } from "#server/db/schema/calendar.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { holdsNow, isOverdue } from "#server/rentals/availability.ts";
import { withRetries } from "#server/db/retries.ts";
import { type Services, today } from "#server/services.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { firstDayWithCar, refuseHeld } from "#server/rentals/held-by.ts";
import { lockCar } from "#server/orders/queries.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";

/** The orders and blocks that have a car from a day on. */
export async function findCalendar({ db }: Database, carId: string, from: IsoDate): Promise<CarCalendar> {
  const [car] = await db.select({ id: cars.id }).from(cars).where(eq(cars.id, carId));
  if (!car) throw carNotFound();
  const held = await db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      from: firstDayWithCar,
      until: orders.returnDate,
    })
    .from(orders)
    .where(
      and(
        eq(orders.carId, carId),
        // An overdue car is taken on all days, although its rental is over.
        or(and(sql.raw(`(${holdsNow} or is_car_out)`), gte(orders.returnDate, from)), sql.raw(isOverdue)),
      ),
    )
    .orderBy(asc(firstDayWithCar));
  const blocks = await db
    .select({
      block: carBlocks,
      hostId: cars.hostId,
      by: sql<string>`coalesce(${carFeeds.label}, nullif(${accounts.fullName}, ''), ${accounts.email})`,
    })
    .from(carBlocks)
    .innerJoin(cars, eq(cars.id, carBlocks.carId))
    .leftJoin(accounts, eq(accounts.id, carBlocks.createdBy))
    .leftJoin(carFeeds, eq(carFeeds.id, carBlocks.feedId))
    .where(and(eq(carBlocks.carId, carId), gte(carBlocks.lastDate, from)))
    .orderBy(asc(carBlocks.firstDate), asc(carBlocks.id));
  return { orders: held, blocks: blocks.map(presentBlock) };
}

type FoundBlock = { block: typeof carBlocks.$inferSelect; hostId: string | null; by: string };

function presentBlock({ block, hostId, by }: FoundBlock): CarBlock {
  const { id, firstDate, lastDate, reason, createdBy, feedId, createdAt } = block;
  const kind = feedId !== null ? "feed" : createdBy === hostId ? "host" : "admin";
  return {
    id,
    kind,
    from: firstDate,
    until: lastDate,
    // A host's note is for the host alone.
    reason: kind === "admin" ? reason : "",
    by,
    createdAt: createdAt.toISOString(),
  };
}

/**
 * Keeps a car from being rented on some days. Throws a Refusal if an order has the car then, and for days that are
 * over, too far ahead or in the wrong order.
 */
export function blockCar(
  services: Services,
  carId: string,
  { from, until, reason }: BlockSent,
  by: { id: string; name: string },
): Promise<CarBlock> {
  refuseDays(from, until, today(services));
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const car = await lockCar(tx, carId);
      if (!car || car.retiredAt) throw carNotFound();
      // An expired request must not prevent the block.
      await endStaleOf(services, tx, carId);
      await refuseHeld(tx, { carId, from, until }, { isForBlock: true });
      const [block] = await tx
        .insert(carBlocks)
        .values({ carId, firstDate: from, lastDate: until, reason, createdBy: by.id })
        .returning();
      if (!block) throw new Error("No block was written");
      await audit(tx, {
        actor: by.id,
        entity: "car",
        entityId: carId,
        action: "blocked",
        after: { from, until },
        reason,
      });
      return presentBlock({ block, hostId: car.hostId, by: by.name });
    }),
  );
}

/** Takes a block away. A block that is gone already isn't an error. */
export function unblockCar({ database }: Services, carId: string, id: string, by: string): Promise<void> {
  return database.transaction(async (tx) => {
    await lockCar(tx, carId);
    const [block] = await tx
      .select()
      .from(carBlocks)
      .where(and(eq(carBlocks.id, id), eq(carBlocks.carId, carId)));
    if (!block) return;
    // Blocks of a followed calendar can't be taken away here: they would come back when it is read next.
    if (block.feedId !== null)
      throw new Refusal(
        "conflict",
        "Another calendar that the host follows takes these days. They go when they are free there, or when the host follows it no longer.",
      );
    await tx.delete(carBlocks).where(eq(carBlocks.id, id));
    const before = { from: block.firstDate, until: block.lastDate };
    await audit(tx, {
      actor: by,
      entity: "car",
      entityId: carId,
      action: "unblocked",
      before,
      reason: block.reason,
    });
  });
}

/** Throws a Refusal for days that are over, too far or the wrong way round. */
export function refuseDays(from: IsoDate, until: IsoDate, today: IsoDate): void {
  const latest = addMonths(today, latestPickupMonths + longestRentalMonths);
  if (until < from) throw invalidField("until", "must not be before the first day");
  if (until < today) throw invalidField("until", "must not be before today in Los Angeles");
  if (until > latest) throw invalidField("until", `must not be after ${latest}`);
}
