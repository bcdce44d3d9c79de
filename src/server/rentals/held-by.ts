import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { isFree, isHeldDraft, overdueOrders } from "./availability.ts";
import { carBlocks, dayHolds } from "#server/db/schema/calendar.ts";
import { cars } from "#server/db/schema/cars.ts";
import { type OrderRow, orders } from "#server/db/schema/orders.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { isInLists } from "#server/db/schema/columns.ts";

/** The first day an order has its car: the pickup, or a later day if the rental goes on with this car. */
export const firstDayWithCar = sql<IsoDate>`lower(${orders.during})::text`;

/** Wanted days of a car; `orderId` is the order that may have them already. */
type WantedDays = { carId: string; from: IsoDate; until: IsoDate; orderId?: string | undefined };

type HeldOptions = {
  /** A block may overlap days that another calendar takes: both keep the car from being rented. */
  isForBlock?: boolean;
  /** Only the back office sees why it has blocked days. */
  hidesReason?: boolean;
  /** For a block, and for days that were the order's a moment ago: a car that isn't back doesn't keep them from it. */
  ignoresOverdue?: boolean;
};

/**
 * Throws a Refusal that names the order, the block or the calendar that has a car on some of these days, or the
 * order that it isn't back from. Call it under the car's lock.
 */
export async function refuseHeld(
  tx: Db,
  { carId, from, until, orderId }: WantedDays,
  { isForBlock = false, hidesReason = false, ignoresOverdue = isForBlock }: HeldOptions = {},
): Promise<void> {
  const overlaps = sql`during && daterange(${from}, ${until}, '[]')`;
  const [order] = await tx
    .select({
      orderNumber: orders.orderNumber,
      from: firstDayWithCar,
      until: orders.returnDate,
    })
    .from(orders)
    .where(
      and(eq(orders.carId, carId), orderId ? ne(orders.id, orderId) : undefined, orders.holdsCar, overlaps),
    )
    .orderBy(orders.pickupDate)
    .limit(1);
  if (order) {
    throw taken(
      `This car is promised to order ${order.orderNumber} from ${order.from} to ${order.until}. Cancel that one first, or choose another car.`,
    );
  }
  const [hold] = await tx
    .select({ orderNumber: orders.orderNumber, from: dayHolds.firstDate, until: dayHolds.lastDate })
    .from(dayHolds)
    .innerJoin(orders, eq(orders.id, dayHolds.orderId))
    .where(
      and(
        eq(dayHolds.carId, carId),
        orderId ? ne(dayHolds.orderId, orderId) : undefined,
        sql`${dayHolds.during} && daterange(${from}, ${until}, '[]')`,
      ),
    )
    .limit(1);
  if (hold)
    throw taken(
      `This car is kept for order ${hold.orderNumber} from ${hold.from} to ${hold.until}. Answer its change or record its car back first, or choose another car.`,
    );
  if (!ignoresOverdue) await refuseOverdue(tx, carId, orderId);
  if (await isBeingBooked(tx, carId, { from, until }))
    throw taken(
      "Somebody is booking this car for some of these days right now. Please try again in half an hour.",
    );
  const [found] = await tx
    .select({ block: carBlocks, hostId: cars.hostId })
    .from(carBlocks)
    .innerJoin(cars, eq(cars.id, carBlocks.carId))
    .where(
      and(
        eq(carBlocks.carId, carId),
        isForBlock ? isNull(carBlocks.feedId) : undefined,
        sql`${carBlocks.during} && daterange(${from}, ${until}, '[]')`,
      ),
    )
    .orderBy(carBlocks.firstDate)
    .limit(1);
  if (!found) return;
  const { firstDate, lastDate, reason, createdBy, feedId } = found.block;
  if (feedId !== null)
    throw taken(
      `This car is taken from ${firstDate} to ${lastDate} by another calendar that its host follows. Choose another car, or ask the host to free these days there.`,
    );
  // A host's note is for the host alone.
  const why = hidesReason || createdBy === found.hostId ? "" : ` (${reason})`;
  throw taken(`This car is blocked from ${firstDate} to ${lastDate}${why}. Take that block away first.`);
}

/** Throws a Refusal that names the order whose renter should have brought a car back and hasn't. */
async function refuseOverdue(tx: Db, carId: string, orderId: string | undefined): Promise<void> {
  const [late] = await rowsIn(tx)<{ orderNumber: string }>(
    `select order_number as "orderNumber" from orders where id in (${overdueOrders("$1", "$2::uuid")}) limit 1`,
    [carId, orderId ?? null],
  );
  if (late)
    throw taken(
      `This car is not back from order ${late.orderNumber}, whose rental is over. Record it back first, or choose another car.`,
    );
}

/** Whether somebody is booking a car right now: at all, or for some of these days. */
export async function isBeingBooked(
  tx: Db,
  carId: string,
  days?: { from: IsoDate; until: IsoDate },
): Promise<boolean> {
  const overlaps = days ? sql`during && daterange(${days.from}, ${days.until}, '[]')` : undefined;
  const found = await tx
    .select({ id: wizardDrafts.id })
    .from(wizardDrafts)
    .where(and(eq(wizardDrafts.carId, carId), sql.raw(isHeldDraft), overlaps))
    .limit(1);
  return found.length > 0;
}

/** Who reads a Refusal: other people's orders and the reasons of blocks are for administrators only. */
export type HeldReader = "admin" | "other";
type DoubleBookingOptions = Pick<HeldOptions, "ignoresOverdue"> & { reader: HeldReader };

/** Throws a Refusal where a car is held already; without it the database would only refuse the order. */
export async function refuseDoubleBooking(
  tx: Db,
  { id, carId, pickupDate, carSince, returnDate }: OrderRow,
  { reader, ...options }: DoubleBookingOptions,
): Promise<void> {
  if (!carId) return;
  try {
    await refuseHeld(tx, { carId, from: carSince ?? pickupDate, until: returnDate, orderId: id }, options);
  } catch (error) {
    if (reader === "admin" || !(error instanceof Refusal)) throw error;
    throw taken("Someone else has this car on some of these days.");
  }
}

/**
 * Whether another order or block has a car on some of a rental's days, or the car is out of the fleet. Call it
 * under the car's lock.
 */
export async function isHeldByOthers(
  tx: Db,
  carId: string,
  { pickupDate, returnDate }: Rental,
): Promise<boolean> {
  const found = await rowsIn(tx)(
    `select 1 from cars where id = $1 and ${isInLists} and ${isFree("$1", "$2", "$3")}`,
    [carId, pickupDate, returnDate],
  );
  return found.length === 0;
}

const taken = (message: string): Refusal => new Refusal("car_taken", message);
