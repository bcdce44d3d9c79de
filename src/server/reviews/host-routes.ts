import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { type HostReviews, listHostReviews } from "#contract/host/reviews.ts";
import { dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import { meanOf, reviewUntil, shareableName } from "#domain/reviews/reviews.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";
import { cutPage, setNextLink } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { findEarlierRental, findReviewsOfEarlier, mayReviewEarlierOf } from "./earlier.ts";
import {
  findHostRating,
  findReviewsOfHost,
  hostMayReview,
  isOpenToReview,
  presentReview,
} from "./queries.ts";

const pageLength = 20;
/** Rentals to review that are named at once. */
const mostToWrite = 20;

/** Renters' reviews for a host, and the renters that the host may still review. */
export function hostReviewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listHostReviews, async ({ query, signedIn: { account }, request, reply }) => {
    const { limit = pageLength, cursor } = query;
    const [rating, found, toWrite] = await Promise.all([
      findHostRating(db, account.id),
      findReviewsOfHost(db, account.id, { limit: limit + 1, cursor }),
      findToWrite(account.id),
    ]);
    const { page: shown, last } = cutPage(found, limit);
    setNextLink(request, reply, last?.id);
    const names = await carNames(
      db,
      shown.map(({ id }) => id),
    );
    return {
      mean: rating.count > 0 ? meanOf(rating) : null,
      count: rating.count,
      reviews: shown.map((review) => ({
        ...presentReview(review),
        orderId: review.orderId,
        car: names.get(review.id) ?? "",
      })),
      toWrite,
    };
  });

  async function findToWrite(hostId: string): Promise<HostReviews["toWrite"]> {
    const on = dateInLosAngeles(services.now());
    const found = await db
      .select()
      .from(orders)
      .where(and(eq(orders.hostId, hostId), hostMayReview(on)))
      .orderBy(sql`trip_completed_at desc`)
      .limit(mostToWrite);
    return [...(await findEarlierToWrite(hostId, on)), ...found.flatMap(shownOrder)];
  }

  /** Rentals to review that went on without the host's car. */
  async function findEarlierToWrite(hostId: string, on: IsoDate): Promise<HostReviews["toWrite"]> {
    const found = await db
      .select()
      .from(orders)
      .where(mayReviewEarlierOf(hostId))
      .orderBy(desc(orders.pickupDate))
      .limit(mostToWrite);
    const rentals = await Promise.all(found.map((order) => findEarlierRental(db, order, hostId)));
    const read = await findReviewsOfEarlier(
      db,
      rentals.filter((rental) => rental !== undefined),
    );
    const shown = read.map(async ({ order, written }) =>
      (await isOpenToReview(db, order, { written, side: "host", today: on })) ? shownOrder(order) : [],
    );
    return (await Promise.all(shown)).flat();
  }
}

const shownOrder = (order: OrderRow): HostReviews["toWrite"] =>
  order.tripCompletedAt
    ? [
        {
          orderId: order.id,
          orderNumber: order.orderNumber,
          firstName: shareableName(order.customerName),
          car: order.carName ?? "",
          returnDate: order.returnDate,
          until: reviewUntil(order.tripCompletedAt),
        },
      ]
    : [];

/** The names of the reviewed cars, as in their rentals, by the review's id. */
async function carNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const ofStretch = and(
    eq(orderStretches.orderId, reviews.orderId),
    eq(orderStretches.number, reviews.stretch),
  );
  const found = await db
    .select({
      id: reviews.id,
      name: sql<string | null>`coalesce(${orderStretches.carName}, ${orders.carName})`,
    })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .leftJoin(orderStretches, ofStretch)
    .where(inArray(reviews.id, ids));
  return new Map(found.map(({ id, name }) => [id, name ?? ""]));
}
