import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { isActive } from "#domain/orders/lifecycle.ts";
import { isReviewable, reviewDays } from "#domain/reviews/reviews.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { announce } from "#server/events/announce.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type EarlierCar, findEarlierCars } from "#server/rentals/earlier-cars.ts";
import type { Services } from "#server/services.ts";
import { renterReviewedEmail } from "./emails.ts";
import type { ReviewRow } from "./queries.ts";

/**
 * What the host of an earlier car says of the renter of a rental that has gone on without it. Their days with it end
 * when it is back, or with the rental. Nobody answers in kind, so it is read once the days for writing are over.
 */
export type EarlierRental = { car: EarlierCar; endedAt: Date | null };

/** The last days of a rental with a host's car, before it went on with another's. */
export async function findEarlierRental(
  db: Db,
  order: OrderRow,
  hostId: string,
): Promise<EarlierRental | undefined> {
  const car = (await findEarlierCars(db, order.id, hostId)).at(-1);
  return car && { car, endedAt: endOf(order, car) };
}

const endOf = ({ status, carBackAt, tripCompletedAt }: OrderRow, { returnedAt }: EarlierCar): Date | null =>
  returnedAt ?? (isActive(status) ? null : (carBackAt ?? tripCompletedAt));

export async function findEarlierReview(
  db: Db,
  orderId: string,
  stretch: number,
): Promise<ReviewRow | undefined> {
  const [found] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.orderId, orderId), eq(reviews.stretch, stretch)));
  return found;
}

/** What hosts of earlier cars say of an order's renter that others may read. */
export const findEarlierReviews = (db: Db, orderId: string): Promise<ReviewRow[]> =>
  db
    .select()
    .from(reviews)
    .where(and(eq(reviews.orderId, orderId), isNotNull(reviews.stretch), isNotNull(reviews.publishedAt)))
    .orderBy(reviews.stretch);

/** Whether the host of an earlier car may review its renter now. */
export const isOpenToEarlierReview = (
  { accountId }: Pick<OrderRow, "accountId">,
  { car, endedAt }: EarlierRental,
  written: ReviewRow | undefined,
  on: IsoDate,
): boolean =>
  !written && car.hostId !== accountId && isReviewable({ status: "completed", tripCompletedAt: endedAt }, on);

const most = 200;

/** What waits, with the time at which the host's days with the renter ended. */
const waiting = `select reviews.id, reviews.order_id as "orderId" from reviews join orders on orders.id = reviews.order_id
  where reviews.published_at is null and reviews.stretch is not null
    and coalesce((select min(back.finished_at) from condition_records back where back.order_id = reviews.order_id
        and back.stretch = reviews.stretch and back.kind = 'return' and back.finished_at is not null),
      orders.car_back_at, orders.trip_completed_at, reviews.created_at) < $1::timestamptz - interval '${reviewDays + 1} days'
  limit ${most}`;

/** The minute's job: publishes what hosts of earlier cars say of renters, once their days for writing are over. */
export async function publishEarlierReviews(services: Services): Promise<void> {
  const { database, config } = services;
  const found = await database.rows<{ id: string; orderId: string }>(waiting, [new Date(services.now())]);
  for (const { id, orderId } of found)
    await database.transaction(async (tx) => {
      const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
      const [review] = await tx
        .update(reviews)
        .set({ publishedAt: new Date(services.now()) })
        .where(and(eq(reviews.id, id), isNull(reviews.publishedAt)))
        .returning();
      if (!order || !review) return;
      const car = (await findEarlierCars(tx, orderId)).find(({ number }) => number === review.stretch);
      if (order.accountId !== null)
        await services.outbox.post(tx, [
          renterReviewedEmail(config, { ...order, carName: car?.carName ?? order.carName }),
        ]);
      const to = [order.accountId, review.hostId];
      await announce(tx, { kind: "review", orderId, to, admins: "administrator" });
    });
}

/** Rentals that went on without a host's car, whose renter they may still review, in SQL over `orders`. */
export const hadEarlierCarOf = (hostId: string) =>
  sql`${orders.hostId} is distinct from ${hostId} and exists (select from order_stretches own
    where own.order_id = orders.id and own.host_id = ${hostId} and not own.is_without_car
      and not exists (select from reviews where reviews.order_id = own.order_id and reviews.stretch = own.number))`;
