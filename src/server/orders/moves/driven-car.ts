import { and, eq, gt, gte, isNull } from "drizzle-orm";
import { addDays, type IsoDate } from "#domain/dates.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { carColumns } from "#server/rentals/car-columns.ts";
import { keptUntil } from "#server/rentals/day-holds.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import { type HeldReader, refuseDoubleBooking } from "#server/rentals/held-by.ts";
import { isLastCarHandedOver } from "#server/rentals/recorded.ts";
import { changeOrder } from "./change-order.ts";

/** The car that is driven while the next car of its rental is still ahead. */
type DrivenCar = {
  /** The order as it is if it doesn't go on with the next car. */
  order: OrderRow;
  columns: Partial<OrderRow>;
  /** The number of the car's stretch. */
  number: number;
  /** The first day of the next car. */
  until: IsoDate;
};

/** Finds the car that is driven if an order has a next car that is still ahead; undefined for any other order. */
export async function findDrivenCar(
  services: Pick<Services, "now">,
  db: Db,
  order: OrderRow,
): Promise<DrivenCar | undefined> {
  const on = today(services);
  const { id, status, carSince, pickupDate } = order;
  if (status !== "in_progress" || carSince === null || carSince <= on) return undefined;
  if (await isLastCarHandedOver(db, id)) return undefined;
  const stretch = (await findEarlierCars(db, id)).findLast(({ startsOn }) => startsOn <= on);
  // A car that is back already is driven by nobody.
  if (!stretch || stretch.returnedAt !== null) return undefined;
  const { number, carId, carName, startsOn } = stretch;
  const [car] = await db.select().from(cars).where(eq(cars.id, carId));
  const [hosted] = await db
    .select({
      hostId: orderStretches.hostId,
      hostSharePercent: orderStretches.hostSharePercent,
      hostMonthlyPrice: orderStretches.hostMonthlyPrice,
    })
    .from(orderStretches)
    .where(and(eq(orderStretches.orderId, id), eq(orderStretches.number, number)));
  if (!car || !hosted) return undefined;
  const columns = {
    ...carColumns({ ...car, name: carName }),
    ...hosted,
    carSince: startsOn > pickupDate ? startsOn : null,
    ...(hosted.hostId !== null &&
      order.hostAnswer === null && {
        hostAnswer: "booked" as const,
        hostAnsweredAt: new Date(services.now()),
      }),
  };
  return { order: { ...order, ...columns }, columns, number, until: carSince };
}

/**
 * Gives an order back to the car that is driven, if its next car is still ahead, so that the rental can end with the
 * driven car; otherwise returns the order as it is. The next car is free, and its host gets an email. Must hold the
 * locks of both cars and of the order. Throws a Refusal where somebody else has the driven car on days that the
 * rental has got since.
 */
export async function takeBackDrivenCar(
  services: Services,
  tx: Db,
  order: OrderRow,
  { by, reader }: { by: string; reader: HeldReader },
): Promise<OrderRow> {
  const driven = await findDrivenCar(services, tx, order);
  if (!driven) return order;
  const { id: orderId, returnDate } = order;
  const { number, columns, order: given } = driven;
  const { carId } = given;
  const on = today(services);
  const kept = carId && (await keptUntil(tx, { orderId, carId }, on));
  const from = kept ? addDays(kept, 1) : on;
  if (carId && from <= returnDate)
    await refuseDoubleBooking(tx, { ...given, carSince: from }, { reader, ignoresOverdue: true });
  await tx
    .delete(orderStretches)
    .where(and(eq(orderStretches.orderId, orderId), gte(orderStretches.number, number)));
  await tx
    .delete(conditionRecords)
    .where(
      and(
        eq(conditionRecords.orderId, orderId),
        gt(conditionRecords.stretch, number),
        isNull(conditionRecords.finishedAt),
      ),
    );
  await changeOrder(tx, order, columns, {
    by,
    action: "car",
    before: { car: order.carName },
    after: { car: given.carName },
  });
  await services.orderParts.tellNextHost(services, tx, order);
  await postHostShare(services, tx, orderId);
  return given;
}
