import { and, asc, eq, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { dayHolds } from "#server/db/schema/calendar.ts";
import { cars } from "#server/db/schema/cars.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import { isHeldBeside } from "#server/rentals/availability.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import type { Services } from "#server/services.ts";

export type KeptDays = { carId: string; carName: string; from: IsoDate; until: IsoDate; isBack: boolean };

/** The days that an order keeps of cars that it had, until the clock gives them back. */
export async function findKeptDays(db: Db, order: OrderRow): Promise<KeptDays[]> {
  const kept = await db
    .select({
      carId: dayHolds.carId,
      carName: cars.name,
      from: dayHolds.firstDate,
      until: dayHolds.lastDate,
    })
    .from(dayHolds)
    .innerJoin(cars, eq(cars.id, dayHolds.carId))
    .where(and(eq(dayHolds.orderId, order.id), eq(dayHolds.reason, "earlier_car"), sql.raw(isHeldBeside)))
    .orderBy(asc(dayHolds.firstDate));
  const earlier = kept.length > 0 ? await findEarlierCars(db, order.id) : [];
  const isOut = (carId: string): boolean =>
    carId === order.carId
      ? order.status === "in_progress" || order.isCarOut
      : earlier.some((car) => car.carId === carId && car.takenBackAt === null);
  return kept.map((days) => ({ ...days, isBack: !isOut(days.carId) }));
}

type DaysToFree = { orderId: string; carId: string; reason: string; by: string };

/**
 * An administrator frees the days that an order keeps of a car whose side ended the rental: the car can be rented
 * at once. A repeated call changes nothing. Throws a Refusal as long as the car is out.
 */
export const freeKeptDays = (
  services: Services,
  { orderId, carId, reason, by }: DaysToFree,
): Promise<KeptDays[]> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, orderId, carId);
      const [car] = await tx.select({ hostId: cars.hostId }).from(cars).where(eq(cars.id, carId));
      const { accountId, customerEmail } = order;
      const renter = { accountId, customerEmail, hostId: car?.hostId ?? null };
      const of = { entity: "order" as const, entityId: orderId };
      await refuseOwnAffair(tx, { by, gate: "manage_cars", renter, of });
      const kept = (await findKeptDays(tx, order)).filter((days) => days.carId === carId);
      if (kept.length === 0) return findKeptDays(tx, order);
      if (kept.some(({ isBack }) => !isBack))
        throw new Refusal("record_not_possible", "This car isn't back yet. Record its return first.");
      await tx
        .delete(dayHolds)
        .where(
          and(eq(dayHolds.orderId, orderId), eq(dayHolds.carId, carId), eq(dayHolds.reason, "earlier_car")),
        );
      const after = { car: kept[0]?.carName, from: kept[0]?.from, until: kept.at(-1)?.until };
      await audit(tx, { actor: by, ...of, action: "days_freed", after, reason });
      await announceOrder(tx, order);
      return findKeptDays(tx, order);
    }),
  );
