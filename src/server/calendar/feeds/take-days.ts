import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { clashesOf, type DayRange, daysWithout, mergedDays } from "#domain/calendar/feeds.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Db } from "#server/db/open-database.ts";
import { carBlocks, dayHolds, type StoredClash } from "#server/db/schema/calendar.ts";
import { orders } from "#server/db/schema/orders.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { isHeldBeside, isHeldDraft } from "#server/rentals/availability.ts";
import { firstDayWithCar } from "#server/rentals/held-by.ts";
import { findLateCars } from "#server/rentals/late-cars.ts";
import { type Services, today } from "#server/services.ts";

/** The days that a calendar takes of a car: its events' days, as read on `from`. */
type FeedRanges = { carId: string; feedId: string; ranges: readonly DayRange[]; from: IsoDate };

const keyOf = ({ from, until }: DayRange): string => `${from}/${until}`;
/** Blocks that one statement writes: while a statement runs, the embedded database blocks the thread. */
const atOnce = 50;

/**
 * Blocks a calendar's days on the car, except days of orders and held days, and frees days that the calendar no
 * longer takes. Returns the orders that clash with an event. Call it under the car's lock.
 */
export async function takeDays(
  services: Services,
  tx: Db,
  { carId, feedId, ranges, from }: FeedRanges,
): Promise<StoredClash[]> {
  await endStaleOf(services, tx, carId);
  const { promised, held, sent } = await findHeld(tx, carId, { from, date: today(services) });
  const wanted = daysWithout(mergedDays(ranges), [...promised, ...held]);
  const wantedKeys = new Set(wanted.map(keyOf));
  const stands = await tx
    .select({ id: carBlocks.id, from: carBlocks.firstDate, until: carBlocks.lastDate })
    .from(carBlocks)
    .where(eq(carBlocks.feedId, feedId));
  const gone = stands.filter((span) => !wantedKeys.has(keyOf(span))).map(({ id }) => id);
  if (gone.length) await tx.delete(carBlocks).where(inArray(carBlocks.id, gone));
  const known = new Set(stands.map(keyOf));
  const fresh = wanted.filter((span) => !known.has(keyOf(span)));
  for (let at = 0; at < fresh.length; at += atOnce)
    await tx
      .insert(carBlocks)
      .values(
        fresh
          .slice(at, at + atOnce)
          .map((span) => ({ carId, feedId, firstDate: span.from, lastDate: span.until, reason: "" })),
      );
  return clashesOf(ranges, { orders: promised, blocks: sent, from }).map(({ order, days }) => ({
    orderId: order.id,
    orderNumber: order.orderNumber,
    ...days,
  }));
}

/** Days that orders have, that are held otherwise, and that people have blocked. */
async function findHeld(tx: Db, carId: string, { from, date }: { from: IsoDate; date: IsoDate }) {
  const numbered = { id: orders.id, orderNumber: orders.orderNumber };
  const having = await tx
    .select({ ...numbered, from: firstDayWithCar, until: orders.returnDate })
    .from(orders)
    .where(and(eq(orders.carId, carId), orders.holdsCar, gte(orders.returnDate, from)));
  const beside = await tx
    .select({
      ...numbered,
      from: dayHolds.firstDate,
      until: dayHolds.lastDate,
      reason: dayHolds.reason,
    })
    .from(dayHolds)
    .innerJoin(orders, eq(orders.id, dayHolds.orderId))
    .where(and(eq(dayHolds.carId, carId), sql.raw(isHeldBeside), gte(dayHolds.lastDate, from)));
  const late = (await findLateCars(tx, [carId])).map(({ orderId, orderNumber, from: first }) => ({
    id: orderId,
    orderNumber,
    from: first,
    until: date,
  }));
  const drafts = await tx
    .select({ from: wizardDrafts.pickupDate, until: wizardDrafts.returnDate })
    .from(wizardDrafts)
    .where(and(eq(wizardDrafts.carId, carId), sql.raw(isHeldDraft)));
  const blocks = await tx
    .select({ from: carBlocks.firstDate, until: carBlocks.lastDate })
    .from(carBlocks)
    .where(and(eq(carBlocks.carId, carId), isNull(carBlocks.feedId), gte(carBlocks.lastDate, from)));
  const { promised = [], kept = [] } = Object.groupBy(beside, ({ reason }) =>
    reason === "car_out" ? "promised" : "kept",
  );
  return {
    // A rental whose car isn't back has its days still, though it has ended, and those since then.
    promised: [...[...having, ...promised].filter(({ id }) => !late.some((one) => one.id === id)), ...late],
    held: [...kept, ...drafts],
    /** What our own calendar shows other services, besides the orders. */
    sent: [...blocks, ...kept],
  };
}
