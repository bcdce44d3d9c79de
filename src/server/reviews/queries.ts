import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { brand } from "#domain/brand.ts";
import type { IsoDate } from "#domain/dates.ts";
import { reviewDays } from "#domain/reviews/reviews.ts";
import type { OwnReview, Review } from "#contract/reviews.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { carRatings, reviews } from "#server/db/reviews-schema.ts";
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

/** An account's rentals that it may still review, those that ended last at the head. */
export const findToReview = async (
  db: Db,
  accountId: string,
  today: IsoDate,
): Promise<{ orderId: string; title: string | null; on: IsoDate }[]> =>
  rowsIn(db)(
    `select id as "orderId", car_name as title, to_char(return_date, 'YYYY-MM-DD') as "on" from orders
     where account_id = $1 and status = 'completed' and car_id is not null
       and trip_completed_at >= ($2::date - ${reviewDays})::timestamp at time zone '${brand.timeZone}'
       and not exists (select from reviews where order_id = orders.id)
     order by trip_completed_at desc limit 3`,
    [accountId, today],
  );

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
