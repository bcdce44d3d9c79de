import { eq, type SQL, sql } from "drizzle-orm";
import { earlierCarEnd, earlierCarStatus } from "#domain/orders/earlier-cars.ts";
import { reviewableFrom } from "#domain/reviews/reviews.ts";
import { hadEarlierCarOf } from "#server/db/earlier-hosts.ts";
import { earlierCarEnd as earlierCarEndSql } from "#server/db/first-return.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { orders } from "#server/db/schema/orders.ts";
import { eachAlone } from "#server/each-alone.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type EarlierCar, findEarlierCars } from "#server/rentals/earlier-cars.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { type Services, today } from "#server/services.ts";
import { publishReviews } from "./publish-reviews.ts";
import { findReviewsOfOrder, type ReviewsOfOrder } from "./queries.ts";

/**
 * The days of a rental with an earlier car. The renter and that car's host review each other for these days, apart
 * from reviews about the rental's own car, once the car is back or the rental is over.
 */
export type EarlierRental = {
  stretch: number;
  /** The rental as if it had only had this car. */
  order: OrderRow;
};

/** The days of a rental with each earlier car, in their order; with `hostId`, only that host's cars. */
export const findEarlierRentals = async (
  db: Db,
  order: OrderRow,
  hostId?: string,
): Promise<EarlierRental[]> =>
  (await findEarlierCars(db, order.id, hostId)).map((car) => ({
    stretch: car.number,
    order: asOfCar(order, car),
  }));

/** The last days of a rental with a host's car, before the rental went on with another car. */
export const findEarlierRental = async (
  db: Db,
  order: OrderRow,
  hostId: string,
): Promise<EarlierRental | undefined> => (await findEarlierRentals(db, order, hostId)).at(-1);

const asOfCar = (order: OrderRow, car: EarlierCar): OrderRow => ({
  ...order,
  carId: car.carId,
  carName: car.carName,
  hostId: car.hostId,
  returnDate: car.endsOn,
  status: earlierCarStatus(car, order),
  tripCompletedAt: earlierCarEnd(car, order),
});

/** The earlier rentals, each with both sides' reviews. */
export const findReviewsOfEarlier = (
  db: Db,
  rentals: readonly EarlierRental[],
): Promise<(EarlierRental & { written: ReviewsOfOrder })[]> =>
  Promise.all(
    rentals.map(async (rental) => ({
      ...rental,
      written: await findReviewsOfOrder(db, rental.order.id, rental.stretch),
    })),
  );

const most = 200;

/** SQL: reviews that still wait after the days for writing. $1 is the earliest end that is still reviewed. */
const waiting = `select reviews.order_id as "orderId", reviews.stretch
  from reviews join orders on orders.id = reviews.order_id
    join order_stretches own on own.order_id = reviews.order_id and own.number = reviews.stretch
  where reviews.published_at is null and reviews.stretch is not null
    and ${inLosAngeles(`coalesce(${earlierCarEndSql("own")}, reviews.created_at)`)} < $1::date
  group by 1, 2 order by min(reviews.created_at) limit ${most}`;

/** The minute's job: publishes reviews of earlier cars' days, once the days for writing are over. */
export async function publishEarlierReviews(services: Services): Promise<void> {
  const { database } = services;
  const found = await database.rows<{ orderId: string; stretch: number }>(waiting, [
    reviewableFrom(today(services)),
  ]);
  try {
    await eachAlone(services, found, {
      idOf: ({ orderId }) => orderId,
      work: ({ orderId, stretch }) =>
        withRetries(() =>
          database.transaction(async (tx) => {
            const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
            const rentals = order ? await findEarlierRentals(tx, order) : [];
            const rental = rentals.find((one) => one.stretch === stretch);
            if (rental) await publishReviews(services, tx, rental.order, stretch);
          }),
        ),
    });
  } finally {
    if (found.length > 0) await services.carFacts.changed();
  }
}

/** SQL over `orders`: rentals that went on without a host's car, and whose renter the host may still review. */
export const mayReviewEarlierOf = (hostId: string): SQL =>
  hadEarlierCarOf(
    hostId,
    sql`not exists (select from reviews where reviews.order_id = own.order_id and reviews.stretch = own.number
      and (reviews.side = 'host' or reviews.published_at is not null))`,
  );
