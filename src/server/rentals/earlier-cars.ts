import { and, asc, eq, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { firstReturn } from "#server/db/first-return.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";

/** An earlier car of a rental, and when anybody, and when its host or we, recorded its return. */
export type EarlierCar = {
  number: number;
  carId: string;
  carName: string;
  hostId: string | null;
  startsOn: IsoDate;
  endsOn: IsoDate;
  returnedAt: Date | null;
  takenBackAt: Date | null;
};

/** The outer columns carry their table's name: a subquery would take them for its own. */
const returned = (isBy?: string) =>
  sql<
    string | null
  >`${sql.raw(firstReturn("order_stretches.order_id", "order_stretches.number", isBy))}::text`;

/** The cars that a rental went on without, in the order of their days; with `hostId`, only that host's cars. */
export async function findEarlierCars(db: Db, orderId: string, hostId?: string): Promise<EarlierCar[]> {
  const found = await db
    .select({
      number: orderStretches.number,
      carId: orderStretches.carId,
      carName: orderStretches.carName,
      hostId: orderStretches.hostId,
      startsOn: orderStretches.startsOn,
      endsOn: orderStretches.endsOn,
      returnedAt: returned(),
      takenBackAt: returned("back.side <> 'renter'"),
    })
    .from(orderStretches)
    .where(
      and(
        eq(orderStretches.orderId, orderId),
        eq(orderStretches.isWithoutCar, false),
        hostId === undefined ? undefined : eq(orderStretches.hostId, hostId),
      ),
    )
    .orderBy(asc(orderStretches.number));
  return found.map(({ returnedAt, takenBackAt, ...car }) => ({
    ...car,
    returnedAt: returnedAt === null ? null : new Date(returnedAt),
    takenBackAt: takenBackAt === null ? null : new Date(takenBackAt),
  }));
}
