import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import ical, { ICalCalendarMethod } from "ical-generator";
import { brand } from "#domain/brand.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { Db } from "#server/db/open-database.ts";
import { carBlocks, dayHolds } from "#server/db/schema/calendar.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { holdsNow, isHeldBeside } from "#server/rentals/availability.ts";
import { firstDayWithCar } from "#server/rentals/held-by.ts";
import { findLateCars } from "#server/rentals/late-cars.ts";
import type { Services } from "#server/services.ts";

/** Days of a car on which other services may not rent it; `at` is when they last changed. */
type TakenDays = { id: string; carId: string; from: IsoDate; until: IsoDate; at: Date };
type SharedCalendar = {
  name: string;
  cars: { id: string; name: string; year: number }[];
  namesCars: boolean;
};

/** The calendar of one car, as other services read it. */
export async function carCalendar(services: Services, carId: string, today: IsoDate): Promise<string> {
  const { db } = services.database;
  const found = await carsWhere(db, eq(cars.id, carId));
  const name = found[0] ? `${brand.name.en}: ${found[0].year} ${found[0].name}` : brand.name.en;
  return write(services, { name, cars: found, namesCars: false }, today);
}

/** The calendar of all of a host's cars; each event names its car. */
export async function calendarOfHost(services: Services, hostId: string, today: IsoDate): Promise<string> {
  const found = await carsWhere(services.database.db, eq(cars.hostId, hostId));
  return write(services, { name: brand.name.en, cars: found, namesCars: true }, today);
}

const carsWhere = (db: Db, where: ReturnType<typeof eq>) =>
  db.select({ id: cars.id, name: cars.name, year: cars.year }).from(cars).where(where).orderBy(cars.id);

/** An event's revision, which never falls: the seconds from this time to its stamp. */
const firstRevision = Date.UTC(2026, 0, 1);

/** The same text until something of these days changes, so that the ETag stays the same until then. */
async function write(services: Services, shared: SharedCalendar, today: IsoDate): Promise<string> {
  const { db } = services.database;
  const ids = shared.cars.map(({ id }) => id);
  const nameOf = new Map(shared.cars.map(({ id, year, name }) => [id, `${year} ${name}`]));
  const calendar = ical({
    name: shared.name,
    prodId: { company: brand.name.en, product: "Calendar", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
  });
  const { host } = services.config.publicUrl;
  const add = (what: "Booked" | "Blocked", taken: TakenDays[]) => {
    for (const { id, carId, from, until, at } of taken)
      calendar.createEvent({
        // An id of its own while the order or the block exists; it shows no order's number.
        id: `${keyedHash(services, `calendar event ${id}`)}@${host}`,
        start: Temporal.PlainDate.from(from),
        // The end of an all-day event is the day after it.
        end: Temporal.PlainDate.from(addDays(until, 1)),
        allDay: true,
        stamp: at,
        sequence: Math.max(0, Math.floor((at.getTime() - firstRevision) / 1000)),
        summary: shared.namesCars ? `${what}: ${nameOf.get(carId) ?? ""}` : what,
      });
  };
  if (ids.length) {
    const { booked, blocked } = await findTaken(db, ids, today);
    add("Booked", booked);
    add("Blocked", blocked);
  }
  return calendar.toString();
}

/** When something was last written of days and of their order. The audit trail only grows. */
const lastWritten = (created: string, orderId: string) =>
  sql
    .raw(
      `greatest(${created}, (select max(at) from audit_events where entity = 'order' and entity_id = ${orderId}::text))`,
    )
    .mapWith((value: unknown): Date => orders.createdAt.mapFromDriverValue(value as string) as Date);

/**
 * The days taken from today on: orders, days that orders keep besides their own, and people's blocks. Days from other
 * services' calendars are not sent to any service. Nor is a booking under way, which holds its car for half an hour:
 * other services read this every few hours.
 */
async function findTaken(
  db: Db,
  ids: string[],
  today: IsoDate,
): Promise<{ booked: TakenDays[]; blocked: TakenDays[] }> {
  const having = await db
    .select({
      id: orders.id,
      carId: sql<string>`${orders.carId}`,
      from: firstDayWithCar,
      until: orders.returnDate,
      at: lastWritten("orders.created_at", "orders.id"),
    })
    .from(orders)
    .where(and(inArray(orders.carId, ids), sql.raw(holdsNow), gte(orders.returnDate, today)));
  const beside = await db
    .select({
      id: dayHolds.id,
      orderId: dayHolds.orderId,
      reason: dayHolds.reason,
      carId: dayHolds.carId,
      from: dayHolds.firstDate,
      until: dayHolds.lastDate,
      at: lastWritten("day_holds.created_at", "day_holds.order_id"),
    })
    .from(dayHolds)
    .where(and(inArray(dayHolds.carId, ids), sql.raw(isHeldBeside), gte(dayHolds.lastDate, today)));
  const blocked = await db
    .select({
      id: carBlocks.id,
      carId: carBlocks.carId,
      from: carBlocks.firstDate,
      until: carBlocks.lastDate,
      at: carBlocks.createdAt,
    })
    .from(carBlocks)
    .where(and(inArray(carBlocks.carId, ids), isNull(carBlocks.feedId), gte(carBlocks.lastDate, today)));
  // A rental whose car isn't back goes on as the same event.
  const kept = beside.map((hold) => (hold.reason === "car_out" ? { ...hold, id: hold.orderId } : hold));
  const late = await findLate(db, ids, today);
  const inOrder = (one: TakenDays, other: TakenDays): number =>
    `${one.from} ${one.id}` < `${other.from} ${other.id}` ? -1 : 1;
  return { booked: [...having, ...kept, ...late].toSorted(inOrder), blocked: blocked.toSorted(inOrder) };
}

/** Cars that aren't back are taken until today, which moves on each day. */
async function findLate(db: Db, ids: string[], today: IsoDate): Promise<TakenDays[]> {
  const late = await findLateCars(db, ids);
  if (late.length === 0) return [];
  const orderIds = late.map(({ orderId }) => orderId);
  const written = await db
    .select({ id: orders.id, at: lastWritten("orders.created_at", "orders.id") })
    .from(orders)
    .where(inArray(orders.id, orderIds));
  const writtenAt = new Map(written.map(({ id, at }) => [id, at.getTime()]));
  const midnight = instantInLosAngeles(today, "00:00");
  return late.map(({ orderId, carId, from, isEarlierCar }) => ({
    // The rental's own event may be that of its present car.
    id: isEarlierCar ? `${orderId} with ${carId}` : orderId,
    carId,
    from,
    until: today,
    at: new Date(Math.max(midnight, writtenAt.get(orderId) ?? 0)),
  }));
}
