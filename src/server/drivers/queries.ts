import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { driverStatus, type DriverStatus } from "#domain/drivers/drivers.ts";
import { openStatuses } from "#domain/orders/lifecycle.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderDrivers } from "#server/db/schema/drivers.ts";
import { orders } from "#server/db/schema/orders.ts";
import { licenceOf } from "#server/papers/queries.ts";

export type DriverRow = typeof orderDrivers.$inferSelect;
export type ShownDriver = { row: DriverRow; name: string; status: DriverStatus };

/** The other drivers of an order, the first named first, with their licenses on Los Angeles's date. */
export async function driversOf(db: Db, orderId: string, on: IsoDate): Promise<ShownDriver[]> {
  const rows = await db
    .select()
    .from(orderDrivers)
    .where(eq(orderDrivers.orderId, orderId))
    .orderBy(asc(orderDrivers.createdAt), asc(orderDrivers.id));
  return Promise.all(rows.map((row) => withLicense(db, row, on)));
}

async function withLicense(db: Db, row: DriverRow, on: IsoDate): Promise<ShownDriver> {
  if (!row.accountId) return { row, name: row.name, status: driverStatus(row.hasAgreed, "none") };
  const { status: license, licence } = await licenceOf(db, row.accountId, on);
  const status = driverStatus(row.hasAgreed, license);
  return { row, name: (status === "verified" && licence?.fullName) || row.name, status };
}

/** The drivers with verified licenses: the agreement names these. */
export const verifiedDrivers = async (db: Db, orderId: string, on: IsoDate): Promise<ShownDriver[]> =>
  (await driversOf(db, orderId, on)).filter(({ status }) => status === "verified");

/** The account that has answered is the driver; before an answer, the account with the named address. */
export const isNamed = ({ id, email }: { id: string; email: string }) =>
  or(
    eq(orderDrivers.accountId, id),
    email === ""
      ? undefined
      : and(isNull(orderDrivers.accountId), sql`lower(${orderDrivers.email}) = ${email.toLowerCase()}`),
  );

/** Open orders that name an account with a confirmed address, with its own answers. */
export async function drivesOf(
  db: Db,
  { accountId, email, on }: { accountId: string; email: string; on: IsoDate },
) {
  const found = await db
    .select({ driver: orderDrivers, order: orders })
    .from(orderDrivers)
    .innerJoin(orders, eq(orders.id, orderDrivers.orderId))
    .where(and(isNamed({ id: accountId, email }), inArray(orders.status, [...openStatuses])))
    .orderBy(asc(orders.pickupDate), asc(orderDrivers.id));
  const { status: license } = await licenceOf(db, accountId, on);
  return found.map(({ driver, order }) => ({
    id: driver.id,
    orderNumber: order.orderNumber,
    carName: order.carName,
    pickupDate: order.pickupDate,
    returnDate: order.returnDate,
    status: driverStatus(driver.hasAgreed, license),
  }));
}
