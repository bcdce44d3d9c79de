import { and, asc, count, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AdminCarsQuery } from "#contract/admin/cars.ts";
import { fleetStates } from "#domain/cars/listing-states.ts";
import { plainPlate } from "#domain/cars/car-rules.ts";
import { openStatuses } from "#domain/orders/lifecycle.ts";
import type { Vocabulary } from "#domain/cars/search-meaning.ts";
import { adminCarConditions } from "./search-queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { isEarlierCarOut } from "#server/db/earlier-cars-out.ts";
import { literal } from "#server/db/sql-text.ts";
import { orderIdsOfCar } from "#server/rentals/orders-of-car.ts";
import { asSql } from "#server/db/sql-conditions.ts";
import type { Services } from "#server/services.ts";
import { cars, claims, naturalKeyOf, plainPlateNumber } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";

const {
  searchText: _searchText,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  recommendedRank: _recommendedRank,
  seats: _seats,
  rangeMiles: _rangeMiles,
  handoverAddress: _handoverAddress,
  ...ownColumns
} = getTableColumns(cars);

export const columns = {
  ...ownColumns,
  ownerName: sql<string | null>`(select full_name from accounts where accounts.id = cars.host_id)`,
  ownerEmail: sql<string | null>`(select email from accounts where accounts.id = cars.host_id)`,
};

/** A whole car, without the columns that only the database uses. */
export type AdminCarRow = Omit<
  typeof cars.$inferSelect,
  "searchText" | "createdAt" | "updatedAt" | "recommendedRank" | "seats" | "rangeMiles" | "handoverAddress"
> & { ownerName: string | null; ownerEmail: string | null };
/** What the back office's form of a car fills in; not the car's host, nor the fields that only hosts fill in. */
export type AdminCarValues = Omit<
  AdminCarRow,
  | "id"
  | "retiredAt"
  | "hostId"
  | "ownerName"
  | "ownerEmail"
  | "listingState"
  | "listedAt"
  | "isContested"
  | "vin"
  | "odometer"
  | "deliveryMiles"
  | "maxRentDays"
  | "noticeDays"
  | "instantBook"
  | "translated"
>;

const isInFleet = inArray(cars.listingState, [...fleetStates]);
const isRetired = eq(cars.listingState, "retired");
const byName = sql`${cars.name} collate "C"`;

function conditionsOf({ retired, ...filters }: AdminCarsQuery, vocabulary: Vocabulary): SQL {
  const states = retired === "true" ? (["retired"] as const) : fleetStates;
  return asSql(adminCarConditions(filters, vocabulary, states));
}

/** Where the next page begins: after this name and this id. */
export type AdminCarPlace = { name: string; id: string };

/**
 * Finds a page of the fleet by name, and how many cars there are in all. The page is one car longer than `limit`,
 * which shows whether there is a next page.
 */
export async function findAdminCars(
  { database: { db }, carFacts }: Pick<Services, "database" | "carFacts">,
  query: AdminCarsQuery,
  limit: number,
  after?: AdminCarPlace,
): Promise<{ found: AdminCarRow[]; total: number }> {
  const where = conditionsOf(query, await carFacts.words());
  const start = after && sql`(${byName}, ${cars.id}) > (${after.name}, ${after.id})`;
  const [found, [counted]] = await Promise.all([
    db
      .select(columns)
      .from(cars)
      .where(and(where, start))
      .orderBy(asc(byName), asc(cars.id))
      .limit(limit + 1),
    db.select({ total: count() }).from(cars).where(where),
  ]);
  return { found, total: counted?.total ?? 0 };
}

export async function countCars(db: Db): Promise<{ total: number; available: number; retired: number }> {
  const [counted] = await db
    .select({
      total: sql<number>`(count(*) filter (where ${isInFleet}))::int`,
      available: sql<number>`(count(*) filter (where available and ${isInFleet}))::int`,
      retired: sql<number>`(count(*) filter (where ${isRetired}))::int`,
    })
    .from(cars);
  return counted ?? { total: 0, available: 0, retired: 0 };
}

/** A car of the fleet; undefined for one that is retired. */
export async function findAdminCar(db: Db, id: string): Promise<AdminCarRow | undefined> {
  const [car] = await db
    .select(columns)
    .from(cars)
    .where(and(eq(cars.id, id), isInFleet));
  return car;
}

/** Finds and locks a car of the fleet: changes of it, or of its dates, wait until this transaction has ended. */
export async function lockAdminCar(tx: Db, id: string): Promise<AdminCarRow | undefined> {
  const [car] = await tx
    .select(columns)
    .from(cars)
    .where(and(eq(cars.id, id), isInFleet))
    .for("no key update");
  return car;
}

/** A car that has left the fleet, locked until this transaction has ended. */
export async function lockRetiredCar(tx: Db, id: string): Promise<AdminCarRow | undefined> {
  const [car] = await tx
    .select(columns)
    .from(cars)
    .where(and(eq(cars.id, id), isRetired))
    .for("no key update");
  return car;
}

/**
 * Another car, retired ones of ours too, that claims this plate or, without one, has the same name, brand, model, year, city
 * and state.
 */
export async function findSameCar(
  tx: Db,
  values: AdminCarValues,
  id?: string,
): Promise<{ id: string; isRetired: boolean } | undefined> {
  const same = values.plateNumber
    ? sql`plate_number is not null and ${sql.raw(plainPlateNumber)} = ${plainPlate(values.plateNumber)} and ${claims}`
    : sql`plate_number is null and (${sql.raw(naturalKeyOf("").join(", "))}) = (lower(${values.name}), lower(${values.brand}),
        lower(${values.model}), lower(${values.city}), lower(${values.state}), ${values.year}::integer)`;
  const [twin] = await tx
    .select({ id: cars.id, retiredAt: cars.retiredAt })
    .from(cars)
    .where(and(same, id === undefined ? undefined : sql`${cars.id} <> ${id}`))
    .limit(1);
  return twin && { id: twin.id, isRetired: twin.retiredAt !== null };
}

/**
 * How many orders a car has, also as an earlier car of a rental that went on with another one, and the numbers of
 * the orders that aren't over yet or for which this car isn't back.
 */
export async function ordersOfCar(tx: Db, id: string): Promise<{ total: number; open: string[] }> {
  const [counted] = await tx
    .select({ total: count() })
    .from(orders)
    .where(sql`${orders.id} in (${sql.raw(orderIdsOfCar(literal(id)))})`);
  const open = await tx
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(
      or(
        and(eq(orders.carId, id), inArray(orders.status, openStatuses)),
        sql`exists (select from order_stretches own where own.order_id = ${orders.id} and own.car_id = ${id} and ${sql.raw(isEarlierCarOut())})`,
      ),
    )
    .orderBy(orders.pickupDate);
  return { total: counted?.total ?? 0, open: open.map(({ orderNumber }) => orderNumber) };
}
