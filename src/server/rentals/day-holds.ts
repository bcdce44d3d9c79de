import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import { hostSideReasons } from "#domain/changes/endings.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { dayHolds, type HoldReason } from "#server/db/schema/calendar.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/db/schema/orders.ts";

/**
 * Keeps the days of a rental that its renter has ended: the car is the renter's until its return date, or until
 * the host or an administrator has it back. Call it under the car's lock, after the order has given the days up.
 */
export async function holdUntilReturn(
  tx: Db,
  {
    id,
    carId,
    pickupDate,
    carSince,
    returnDate,
  }: Pick<OrderRow, "id" | "carId" | "pickupDate" | "carSince" | "returnDate">,
): Promise<void> {
  if (!carId) return;
  await endHolds(tx, id, "car_out");
  // Days that stay taken because the car's side ended the rental are kept already.
  const from = carSince ?? pickupDate;
  const kept = await keptUntil(tx, { orderId: id, carId }, from);
  const firstDate = kept ? addDays(kept, 1) : from;
  if (firstDate <= returnDate)
    await tx
      .insert(dayHolds)
      .values({ carId, orderId: id, firstDate, lastDate: returnDate, reason: "car_out" });
}

/** Gives back the days that an order keeps besides its own for a reason. Returns these days. */
export const endHolds = (
  tx: Db,
  orderId: string,
  reason: HoldReason,
): Promise<(typeof dayHolds.$inferSelect)[]> =>
  tx
    .delete(dayHolds)
    .where(and(eq(dayHolds.orderId, orderId), eq(dayHolds.reason, reason)))
    .returning();

type KeptCar = { orderId: string; carId: string };
type KeptDays = KeptCar & { firstDate: IsoDate; lastDate: IsoDate };

const isKept = ({ orderId, carId }: KeptCar) =>
  and(eq(dayHolds.orderId, orderId), eq(dayHolds.carId, carId), eq(dayHolds.reason, "earlier_car"));

/** The last of the days from a day on that an order keeps of a former car; undefined where it keeps none. */
export async function keptUntil(tx: Db, kept: KeptCar, from: IsoDate): Promise<IsoDate | undefined> {
  const [last] = await tx
    .select({ lastDate: dayHolds.lastDate })
    .from(dayHolds)
    .where(and(isKept(kept), lte(dayHolds.firstDate, from), gte(dayHolds.lastDate, from)))
    .orderBy(desc(dayHolds.lastDate))
    .limit(1);
  return last?.lastDate;
}

/**
 * Keeps days of an order's former car, both included, in place of any that it kept of that car before: an ended
 * order may have been reopened, and may go on without the car again. Call it under the car's lock.
 */
export async function keepEarlierCar(tx: Db, { firstDate, lastDate, ...kept }: KeptDays): Promise<void> {
  await tx
    .delete(dayHolds)
    .where(and(isKept(kept), lte(dayHolds.firstDate, lastDate), gte(dayHolds.lastDate, firstDate)));
  const endsAt = new Date(instantInLosAngeles(addDays(lastDate, 1), "00:00"));
  await tx.insert(dayHolds).values({ ...kept, firstDate, lastDate, reason: "earlier_car", endsAt });
}

/** Gives back the days of a car that the clock has ended. Call it under the car's lock. */
export const endStaleHolds = (tx: Db, carId: string): Promise<unknown> =>
  tx.delete(dayHolds).where(and(eq(dayHolds.carId, carId), sql`ends_at <= now()`));

/** SQL over `day_holds`: the car's side ended the rental. Free days would let its host rent them out. */
const isEndedByItsSide = `exists (select from order_endings ended where ended.order_id = day_holds.order_id
  and ended.car_id = day_holds.car_id and ended.reason in (${hostSideReasons.map((reason) => `'${reason}'`).join(", ")})
  and ended.state in ('taken', 'declined', 'lapsed'))`;

/**
 * Gives back the days that an order keeps of a former car, once its host or the platform has the car back. If the
 * car's side ended the rental, the days stay taken until the back office frees them. Call it under the car's lock.
 */
export const freeReturned = (tx: Db, kept: KeptCar): Promise<unknown> =>
  tx.delete(dayHolds).where(and(isKept(kept), sql.raw(`not ${isEndedByItsSide}`)));
