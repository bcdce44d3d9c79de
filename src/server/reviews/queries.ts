import { and, desc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { brand } from "#domain/brand.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { reviewDays } from "#domain/reviews/reviews.ts";
import type { OwnReview, Review } from "#contract/reviews.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { carRatings, reviews } from "#server/db/schema/reviews.ts";
import { orders } from "#server/db/schema/orders.ts";
import { isReviewable } from "#domain/reviews/reviews.ts";
import type { OrderRow } from "#server/orders/queries.ts";

export type ReviewRow = typeof reviews.$inferSelect;

export async function findReviewOf(db: Db, orderId: string): Promise<ReviewRow | undefined> {
  const [found] = await db.select().from(reviews).where(eq(reviews.orderId, orderId));
  return found;
}

export async function findRating(db: Db, carId: string): Promise<{ count: number; sum: number }> {
  const [found] = await db.select().from(carRatings).where(eq(carRatings.carId, carId));
  return found ?? { count: 0, sum: 0 };
}

/** A page of what is seen of a car's reviews, the newest first, from after the one that `cursor` names. */
export const findReviewsOf = (
  db: Db,
  carId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ReviewRow[]> =>
  db
    .select()
    .from(reviews)
    .where(
      and(
        eq(reviews.carId, carId),
        isNull(reviews.hiddenAt),
        cursor
          ? lt(
              sql`(${reviews.createdAt}, ${reviews.id})`,
              sql`(select created_at, id from reviews where id = ${cursor} and car_id = ${carId})`,
            )
          : undefined,
      ),
    )
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit);

/** Among so many of the newest reviews one of each person is looked for. */
const lookedAt = 60;

/** The newest reviews with words in a language, one of each person, of cars that have a page. */
export async function findNewestWords(
  db: Db,
  language: Language,
  limit: number,
): Promise<{ review: ReviewRow; car: { id: string; name: string; year: number } }[]> {
  const newest = await db
    .select({ review: reviews, car: { id: cars.id, name: cars.name, year: cars.year } })
    .from(reviews)
    .innerJoin(cars, and(eq(cars.id, reviews.carId), isNull(cars.retiredAt)))
    .where(and(eq(reviews.language, language), isNull(reviews.hiddenAt), ne(reviews.comment, "")))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(lookedAt);
  const quoted = new Set<string | null>();
  return newest
    .filter(({ review: { authorId } }) => !quoted.has(authorId) && quoted.add(authorId))
    .slice(0, limit);
}

/** `isOpenToReview`, in SQL that an index of completed orders answers; null is no. */
const openToReview = (today: IsoDate): SQL =>
  sql`(orders.status = 'completed' and orders.car_id is not null
    and orders.trip_completed_at >= (${today}::date - ${reviewDays}::int)::timestamp at time zone '${sql.raw(brand.timeZone)}'
    and not exists (select from reviews where reviews.order_id = orders.id))`;

/** The same, of each order that is listed. */
export const isToReview = (today: IsoDate): SQL<boolean> =>
  sql<boolean>`coalesce(${openToReview(today)}, false)`;

/** An account's rentals that it may still review, those that ended last at the head. */
export const findToReview = (
  db: Db,
  accountId: string,
  today: IsoDate,
): Promise<{ orderId: string; title: string | null; on: IsoDate }[]> =>
  db
    .select({ orderId: orders.id, title: orders.carName, on: orders.returnDate })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), openToReview(today)))
    .orderBy(desc(orders.tripCompletedAt))
    .limit(3);

/** What an account has said, for its own export. */
export const reviewsBy = (db: Db, accountId: string) =>
  db
    .select({
      orderId: reviews.orderId,
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      reply: reviews.reply,
    })
    .from(reviews)
    .where(eq(reviews.authorId, accountId))
    .orderBy(desc(reviews.createdAt));

/** Whether an order's renter may review it now. */
export const isOpenToReview = (
  order: Pick<OrderRow, "status" | "tripCompletedAt" | "carId">,
  review: ReviewRow | undefined,
  today: IsoDate,
): boolean => !review && order.carId !== null && isReviewable(order, today);

export const presentReview = (review: ReviewRow): Review => ({
  id: review.id,
  rating: review.rating,
  comment: review.comment,
  language: review.language,
  author: review.authorName,
  createdAt: review.createdAt.toISOString(),
  reply:
    review.reply !== null && review.repliedAt
      ? { text: review.reply, at: review.repliedAt.toISOString() }
      : null,
});

export const presentOwnReview = (review: ReviewRow): OwnReview => ({
  ...presentReview(review),
  isHidden: review.hiddenAt !== null,
  hiddenReason: review.hiddenReason,
});
