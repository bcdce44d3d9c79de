import { and, asc, desc, eq, isNull, or } from "drizzle-orm";
import { lastEndingStates } from "#domain/changes/endings.ts";
import { isHostingNow } from "#server/auth/hosts.ts";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orderEndings, replacementOffers } from "#server/db/schema/endings.ts";
import type { OrderRow } from "#server/orders/queries.ts";

export type EndingRow = typeof orderEndings.$inferSelect;
export type OfferRow = typeof replacementOffers.$inferSelect;
type CarRow = typeof cars.$inferSelect;
export type OfferedCar = { offer: OfferRow; car: CarRow };

/** The ending of an order that nobody has settled yet. */
export async function openEndingOf(db: Db, orderId: string): Promise<EndingRow | undefined> {
  const [open] = await db
    .select()
    .from(orderEndings)
    .where(and(eq(orderEndings.orderId, orderId), isNull(orderEndings.closedAt)));
  return open;
}

/** The newest ending of an order, settled or not. */
export async function lastEndingOf(db: Db, orderId: string): Promise<EndingRow | undefined> {
  const [last] = await db
    .select()
    .from(orderEndings)
    .where(eq(orderEndings.orderId, orderId))
    .orderBy(desc(orderEndings.createdAt))
    .limit(1);
  return last;
}

/** The ids of the cars that were offered when an order's rental was last ended, whether or not they still are. */
export async function offeredCarsOf(db: Db, orderId: string): Promise<string[]> {
  const last = await lastEndingOf(db, orderId);
  if (!last) return [];
  const offers = await db
    .select({ carId: replacementOffers.carId })
    .from(replacementOffers)
    .where(eq(replacementOffers.endingId, last.id));
  return offers.map(({ carId }) => carId);
}

/** Whether a running rental was ended, and does not go on with another car. */
export async function isEnded(
  db: Db,
  { id, status, carId }: Pick<OrderRow, "id" | "status" | "carId">,
): Promise<boolean> {
  if (status !== "in_progress") return false;
  const last = await lastEndingOf(db, id);
  return last !== undefined && last.carId === carId && lastEndingStates.includes(last.state);
}

/**
 * The cars that are offered in an ending and still available, the best fit first. A held car stays available while
 * its host pauses it, like a promised one; a car whose host has stopped hosting does not.
 */
export const openOffersOf = (db: Db, endingId: string): Promise<OfferedCar[]> =>
  db
    .select({ offer: replacementOffers, car: cars })
    .from(replacementOffers)
    .innerJoin(cars, eq(cars.id, replacementOffers.carId))
    .leftJoin(accounts, eq(accounts.id, cars.hostId))
    .where(
      and(
        eq(replacementOffers.endingId, endingId),
        replacementOffers.isOpen,
        isNull(cars.retiredAt),
        or(cars.available, replacementOffers.isHeld),
        or(isNull(cars.hostId), isHostingNow),
      ),
    )
    .orderBy(asc(replacementOffers.place));
