import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { HostCalendarCar } from "#contract/host/calendar.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { carBlocks, carFeeds } from "#server/db/schema/calendar.ts";
import { prepared } from "#server/db/prepared.ts";
import { cars } from "#server/db/schema/cars.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { holdsNow, isHeldBeside, isHeldDraft } from "#server/rentals/availability.ts";
import { findLateCarsNow } from "#server/rentals/late-cars.ts";
import { presentHostBlock } from "./blocks.ts";

type Span = { from: IsoDate; until: IsoDate };
type HeldDays = Span & { carId: string };

const { placeholder } = sql;
const within = sql`during && daterange(${placeholder("from")}, ${placeholder("until")}, '[]')`;
const ofHost = eq(cars.hostId, placeholder("hostId"));
/** The cars of a host, as a part of other statements, which thus need not wait for their ids. */
const carsOfHost = (db: Db) => db.select({ id: cars.id }).from(cars).where(ofHost);

const findCars = prepared("host-calendar-cars", (db) =>
  db
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
    .where(ofHost)
    .orderBy(desc(cars.createdAt), desc(cars.id)),
);

/** The orders that have a host's cars, without any renter's data. */
const ordersWhere = (db: Db, days: SQL | undefined) =>
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
        eq(orders.hostId, placeholder("hostId")),
        inArray(orders.carId, carsOfHost(db)),
        sql.raw(`(${holdsNow} or is_car_out or status = 'completed')`),
        days,
      ),
    )
    .orderBy(asc(orders.pickupDate), asc(orders.id));
// The two dates follow from the range, and are in the index of a car's orders.
const findOrders = prepared("host-calendar-orders", (db) =>
  ordersWhere(
    db,
    and(within, lte(orders.pickupDate, placeholder("until")), gte(orders.returnDate, placeholder("from"))),
  ),
);
const findLateOrders = prepared("host-calendar-late-orders", (db) =>
  ordersWhere(db, sql`${orders.id} = any(${placeholder("ids")}::uuid[])`),
);

const findBlocks = prepared("host-calendar-blocks", (db) =>
  db
    .select({
      block: {
        carId: carBlocks.carId,
        feedId: carBlocks.feedId,
        id: carBlocks.id,
        firstDate: carBlocks.firstDate,
        lastDate: carBlocks.lastDate,
        reason: carBlocks.reason,
        createdBy: carBlocks.createdBy,
      },
      label: carFeeds.label,
    })
    .from(carBlocks)
    .leftJoin(carFeeds, eq(carFeeds.id, carBlocks.feedId))
    .where(and(inArray(carBlocks.carId, carsOfHost(db)), within))
    .orderBy(asc(carBlocks.firstDate), asc(carBlocks.id)),
);

/** The days of bookings under way, and those that orders keep besides their own. */
const heldDays = `select car_id as "carId", pickup_date::text as "from", return_date::text as "until" from wizard_drafts
     where car_id in (select id from cars where host_id = $1) and ${isHeldDraft} and during && daterange($2, $3, '[]')
   union all select car_id, first_date::text, last_date::text from day_holds
     where car_id in (select id from cars where host_id = $1) and reason <> 'car_out' and ${isHeldBeside}
       and during && daterange($2, $3, '[]')`;

/**
 * A host's cars with their taken days within a span. Its statements are planned once by each connection, and run
 * beside each other.
 */
export async function findHostCalendar(
  database: Database,
  hostId: string,
  { from, until }: Span,
  today: IsoDate,
): Promise<HostCalendarCar[]> {
  const { db } = database;
  const days = { hostId, from, until };
  const [{ found, late }, inSpan, blocks, held] = await Promise.all([
    findCarsWithLate(database, hostId),
    findOrders(db).execute(days),
    findBlocks(db).execute(days),
    database.rows<HeldDays>(heldDays, [hostId, from, until], "host-calendar-held"),
  ]);
  const isSeen = (first: IsoDate): boolean => first <= until && today >= from;
  const lateIds = late.flatMap((one) => (!one.isEarlierCar && isSeen(one.from) ? [one.orderId] : []));
  const earlier = late
    .filter((one) => one.isEarlierCar && isSeen(one.dueBack))
    .map(({ carId, dueBack }) => ({ carId, from: addDays(dueBack, 1), until: today }));
  const isLate = new Set(lateIds);
  const own = await withLate(db, hostId, inSpan, lateIds);
  const ordersOf = Map.groupBy(own, ({ carId }) => carId);
  const blocksOf = Map.groupBy(blocks, ({ block }) => block.carId);
  const heldOf = Map.groupBy([...held, ...earlier], ({ carId }) => carId);
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

async function findCarsWithLate(database: Database, hostId: string) {
  const found = await findCars(database.db).execute({ hostId });
  const ids = found.map(({ id }) => id);
  return { found, late: await findLateCarsNow(database, ids) };
}

type FoundOrders = Awaited<ReturnType<ReturnType<typeof findOrders>["execute"]>>;

/** The orders of a span and the late ones, whose own days may lie before it. */
async function withLate(
  db: Db,
  hostId: string,
  inSpan: FoundOrders,
  lateIds: readonly string[],
): Promise<FoundOrders> {
  const known = new Set(inSpan.map(({ order }) => order.id));
  const ids = lateIds.filter((id) => !known.has(id));
  if (ids.length === 0) return inSpan;
  return [...(await findLateOrders(db).execute({ hostId, ids })), ...inSpan];
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
