import { and, asc, desc, eq, gte, inArray, lte, ne, or, sql } from "drizzle-orm";
import type { HostCalendarCar } from "#contract/host/calendar.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { carBlocks, carFeeds, dayHolds } from "#server/db/schema/calendar.ts";
import { cars } from "#server/db/schema/cars.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { holdsNow, isHeldBeside, isHeldDraft } from "#server/rentals/availability.ts";
import { findLateCars } from "#server/rentals/late-cars.ts";
import { presentHostBlock } from "./blocks.ts";

type Span = { from: IsoDate; until: IsoDate };

/** A host's cars with their taken days within a span: the host's own orders, without any renter's data. */
export async function findHostCalendar(
  { db }: Database,
  hostId: string,
  { from, until }: Span,
  today: IsoDate,
): Promise<HostCalendarCar[]> {
  const within = sql`during && daterange(${from}, ${until}, '[]')`;
  const found = await db
    .select({
      id: cars.id,
      brand: cars.brand,
      model: cars.model,
      trim: cars.trim,
      year: cars.year,
      plateNumber: cars.plateNumber,
      state: cars.listingState,
    })
    .from(cars)
    .where(eq(cars.hostId, hostId))
    .orderBy(desc(cars.createdAt), desc(cars.id));
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const isSeen = (first: IsoDate): boolean => first <= until && today >= from;
  const late = await findLateCars(db, ids);
  const lateIds = late.flatMap((one) => (!one.isEarlierCar && isSeen(one.from) ? [one.orderId] : []));
  const [own, blocks, held, kept] = await Promise.all([
    db
      .select({
        carId: orders.carId,
        order: {
          id: orders.id,
          orderNumber: orders.orderNumber,
          status: orders.status,
          isAsked: sql<boolean>`${orders.hostAskedAt} is not null`,
          pickupDate: sql<IsoDate>`coalesce(${orders.carSince}, ${orders.pickupDate})::text`,
          returnDate: orders.returnDate,
        },
      })
      .from(orders)
      .where(
        and(
          eq(orders.hostId, hostId),
          inArray(orders.carId, ids),
          sql.raw(`(${holdsNow} or is_car_out or status = 'completed')`),
          // The two dates follow from the range, and are in the index of a car's orders.
          or(
            and(within, lte(orders.pickupDate, until), gte(orders.returnDate, from)),
            inArray(orders.id, lateIds),
          ),
        ),
      )
      .orderBy(asc(orders.pickupDate), asc(orders.id)),
    db
      .select({ block: carBlocks, label: carFeeds.label })
      .from(carBlocks)
      .leftJoin(carFeeds, eq(carFeeds.id, carBlocks.feedId))
      .where(and(inArray(carBlocks.carId, ids), within))
      .orderBy(asc(carBlocks.firstDate), asc(carBlocks.id)),
    db
      .select({ carId: wizardDrafts.carId, from: wizardDrafts.pickupDate, until: wizardDrafts.returnDate })
      .from(wizardDrafts)
      .where(and(inArray(wizardDrafts.carId, ids), sql.raw(isHeldDraft), within)),
    db
      .select({ carId: dayHolds.carId, from: dayHolds.firstDate, until: dayHolds.lastDate })
      .from(dayHolds)
      .where(
        and(inArray(dayHolds.carId, ids), ne(dayHolds.reason, "car_out"), sql.raw(isHeldBeside), within),
      ),
  ]);
  const earlier = late
    .filter((one) => one.isEarlierCar && isSeen(one.dueBack))
    .map(({ carId, dueBack }) => ({ carId, from: addDays(dueBack, 1), until: today }));
  const isLate = new Set(lateIds);
  const ordersOf = Map.groupBy(own, ({ carId }) => carId);
  const blocksOf = Map.groupBy(blocks, ({ block }) => block.carId);
  const heldOf = Map.groupBy([...held, ...kept, ...earlier], ({ carId }) => carId);
  return found.map((car) => {
    const taken = blocksOf.get(car.id) ?? [];
    return {
      ...car,
      plateNumber: car.plateNumber ?? "",
      orders: (ordersOf.get(car.id) ?? []).map(({ order }) => ({
        ...order,
        ...(isLate.has(order.id) && { lateUntil: today }),
      })),
      blocks: taken
        .filter(({ block }) => block.feedId === null)
        .map(({ block }) => presentHostBlock(block, hostId)),
      feedDays: taken.flatMap(({ block: { feedId, firstDate, lastDate }, label }) =>
        feedId === null ? [] : [{ feedId, label: label ?? "", from: firstDate, until: lastDate }],
      ),
      heldDays: (heldOf.get(car.id) ?? [])
        .map(({ carId: _carId, ...days }) => days)
        .toSorted((one, other) => (one.from < other.from ? -1 : 1)),
    };
  });
}

/** A host's own entries in their cars' calendars: blocks with their notes, and the followed calendars. */
export async function findCalendarsToExport(db: Db, hostId: string) {
  const blocks = await db
    .select({
      carId: carBlocks.carId,
      from: carBlocks.firstDate,
      until: carBlocks.lastDate,
      note: carBlocks.reason,
      createdAt: carBlocks.createdAt,
    })
    .from(carBlocks)
    .innerJoin(cars, eq(cars.id, carBlocks.carId))
    .where(and(eq(cars.hostId, hostId), eq(carBlocks.createdBy, hostId)))
    .orderBy(asc(carBlocks.firstDate));
  const calendars = await db
    .select({
      carId: carFeeds.carId,
      label: carFeeds.label,
      url: carFeeds.url,
      fetchedAt: carFeeds.fetchedAt,
      days: carFeeds.ranges,
      createdAt: carFeeds.createdAt,
    })
    .from(carFeeds)
    .innerJoin(hostCars, eq(hostCars.id, carFeeds.carId))
    .where(eq(hostCars.hostId, hostId))
    .orderBy(asc(carFeeds.createdAt));
  return { blocks, calendars };
}
