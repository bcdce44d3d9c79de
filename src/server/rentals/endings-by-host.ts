import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { endingsWithinDays, hostSideReasons, isHostSide } from "#domain/changes/endings.ts";
import { day } from "#domain/durations.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderEndings } from "#server/db/schema/endings.ts";

/** How many rentals a host has ended within a year, for reasons of their own side. */
export const endingsBy = (db: Db, hostId: string, now: number): Promise<number> =>
  db.$count(
    orderEndings,
    and(
      eq(orderEndings.hostId, hostId),
      eq(orderEndings.side, "host"),
      inArray(orderEndings.reason, [...hostSideReasons]),
      gt(orderEndings.createdAt, sql`${new Date(now - endingsWithinDays * day).toISOString()}::timestamptz`),
    ),
  );

/** Whether the host of an order's car has ended its rental, for a reason of their own side. */
export async function isEndedByHost(
  db: Db,
  { id, carId }: { id: string; carId: string | null },
): Promise<boolean> {
  const [last] = await db
    .select({ carId: orderEndings.carId, side: orderEndings.side, reason: orderEndings.reason })
    .from(orderEndings)
    .where(eq(orderEndings.orderId, id))
    .orderBy(desc(orderEndings.createdAt))
    .limit(1);
  return last !== undefined && last.carId === carId && last.side === "host" && isHostSide(last.reason);
}
