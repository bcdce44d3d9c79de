import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { daysBetween } from "#domain/dates.ts";
import { isActive } from "#domain/orders/lifecycle.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";
import type { HostedOrderRow } from "./queries.ts";

/**
 * Returns a rental as the host of an earlier car sees it: with that car, on its days, over once it is recorded back, and
 * at the latest with the rental itself. Undefined where no car of theirs was driven.
 */
export async function asEarlierTrip(
  db: Db,
  found: HostedOrderRow,
  hostId: string,
): Promise<(HostedOrderRow & { isEarlier: true }) | undefined> {
  const { order } = found;
  const [own] = await db
    .select({ stretch: orderStretches, car: cars })
    .from(orderStretches)
    .innerJoin(cars, eq(cars.id, orderStretches.carId))
    .where(
      and(
        eq(orderStretches.orderId, order.id),
        eq(orderStretches.hostId, hostId),
        eq(orderStretches.isWithoutCar, false),
      ),
    )
    .orderBy(desc(orderStretches.number))
    .limit(1);
  if (!own) return undefined;
  const { stretch, car } = own;
  const [back] = await db
    .select({ at: sql<string | null>`min(${conditionRecords.finishedAt})::text` })
    .from(conditionRecords)
    .where(
      and(
        eq(conditionRecords.orderId, order.id),
        eq(conditionRecords.kind, "return"),
        eq(conditionRecords.stretch, stretch.number),
        isNotNull(conditionRecords.finishedAt),
      ),
    );
  const recordedAt = back?.at ? new Date(back.at) : null;
  const endedAt = recordedAt ?? (isActive(order.status) ? null : (order.carBackAt ?? order.tripCompletedAt));
  const isRunning = endedAt === null && isActive(order.status);
  return {
    ...found,
    isEarlier: true,
    car,
    order: {
      ...order,
      status: isRunning ? "in_progress" : "completed",
      carId: stretch.carId,
      carName: stretch.carName,
      hostId,
      pickupDate: stretch.startsOn,
      returnDate: stretch.endsOn,
      days: daysBetween(stretch.startsOn, stretch.endsOn),
      tripCompletedAt: endedAt,
      carBackAt: endedAt,
      isCarOut: false,
    },
  };
}
