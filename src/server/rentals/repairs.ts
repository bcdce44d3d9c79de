import { and, asc, eq, type SQL } from "drizzle-orm";
import { earlier, type IsoDate } from "#domain/dates.ts";
import { drivenDaysOf, type Stretch } from "#domain/orders/stretches.ts";
import { type Period, sumOf } from "#domain/pricing/instalments.ts";
import { isRepairLine, type RepairRange, repairTimes, withFewerRepairs } from "#domain/trips/repair-days.ts";
import type { Db } from "#server/db/open-database.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { repairDays } from "#server/db/schema/repair-days.ts";
import { findStretches } from "./stretches.ts";

export type RepairShown = RepairRange & { id: string };

/** An order's days without a usable car, the earliest first; with a condition, only those that meet it. */
export const repairsOf = (db: Db, orderId: string, condition?: SQL): Promise<RepairShown[]> =>
  db
    .select({ id: repairDays.id, from: repairDays.firstDate, until: repairDays.lastDate })
    .from(repairDays)
    .where(and(eq(repairDays.orderId, orderId), condition))
    .orderBy(asc(repairDays.firstDate), asc(repairDays.id));

/** The repair times of a rental with several cars; none with one car, whose host pays for them all. */
export const repairTimesOf = async (
  db: Db,
  orderId: string,
  stretches: readonly Stretch[],
): Promise<Period[]> =>
  stretches.length > 1 ? repairTimes(await repairsOf(db, orderId), drivenDaysOf(stretches)) : [];

type RemainingDays = {
  /** The last day with the order's present car. */
  lastDay: IsoDate;
  /** The first day with the next car, if the rental goes on. */
  nextFrom?: IsoDate;
};

/** An order with its repair days counted for the days that stay with a car: an unpaid day is given back once. */
export async function withRepairsLeft<T extends typeof orders.$inferSelect>(
  db: Db,
  order: T,
  { lastDay, nextFrom }: RemainingDays,
): Promise<T> {
  if (!order.lines.some(isRepairLine)) return order;
  const driven = drivenDaysOf(await findStretches(db, order));
  const left = driven.map(({ startsOn, endsOn }) => ({ startsOn, endsOn: earlier(endsOn, lastDay) }));
  if (nextFrom !== undefined) left.push({ startsOn: nextFrom, endsOn: order.returnDate });
  const lines = withFewerRepairs(order.lines, await repairsOf(db, order.id), { driven, left });
  return { ...order, lines, total: order.total - sumOf(order.lines) + sumOf(lines) };
}
