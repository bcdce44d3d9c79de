import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { brand } from "#domain/brand.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { isOwnOrder } from "#domain/people/own-affairs.ts";
import { isReviewable, reviewableFrom, type ReviewSide } from "#domain/reviews/reviews.ts";
import type { OwnReview, Review } from "#contract/reviews.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { earlierCarEnd } from "#server/db/first-return.ts";
import { afterCreated } from "#server/db/list-cursor.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { cars } from "#server/db/schema/cars.ts";
import { carRatings, reviews } from "#server/db/schema/reviews.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";

export type ReviewRow = typeof reviews.$inferSelect;

/** Reviews that anybody may read: published and not hidden. */
const isSeen = and(isNotNull(reviews.publishedAt), isNull(reviews.hiddenAt));
/** Renters' reviews of cars and hosts, as the public reads them. */
const isPublic = and(eq(reviews.side, "renter"), isSeen);

export async function findReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  const [found] = await db.select().from(reviews).where(eq(reviews.id, id));
  return found;
}

export type ReviewsOfOrder = Partial<Record<ReviewSide, ReviewRow>>;

/** SQL: whether a review is about an earlier car's stretch or, with null, about the rental's own car. */
export const isOfStretch = (stretch: number | null): SQL =>
  stretch === null ? isNull(reviews.stretch) : eq(reviews.stretch, stretch);

/**
 * Both sides' reviews of an order, including unpublished ones: for their authors, and for decisions. Reviews of an
 * earlier car's days are separate.
 */
export async function findReviewsOfOrder(
  db: Db,
  orderId: string,
  stretch: number | null = null,
): Promise<ReviewsOfOrder> {
  const found = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.orderId, orderId), isOfStretch(stretch)));
  return Object.fromEntries(found.map((review) => [review.side, review]));
}

export async function findRating(db: Db, carId: string): Promise<{ count: number; sum: number }> {
  const [found] = await db.select().from(carRatings).where(eq(carRatings.carId, carId));
  return found ?? { count: 0, sum: 0 };
}

type ReviewPage = { limit: number; cursor?: string | undefined };

export async function findHostRating(db: Db, hostId: string): Promise<{ count: number; sum: number }> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int`, sum: sql<number>`coalesce(sum(rating), 0)::int` })
    .from(reviews)
    .where(and(eq(reviews.hostId, hostId), isPublic));
  return found ?? { count: 0, sum: 0 };
}

/** A page of a car's public reviews, newest first, beginning after the review that `cursor` names. */
export const findReviewsOf = (db: Db, carId: string, page: ReviewPage): Promise<ReviewRow[]> =>
  findPublic(db, eq(reviews.carId, carId), page);

/** A page of the public reviews of all the cars that a host has lent. */
export const findReviewsOfHost = (db: Db, hostId: string, page: ReviewPage): Promise<ReviewRow[]> =>
  findPublic(db, eq(reviews.hostId, hostId), page);

const findPublic = (db: Db, about: SQL, { limit, cursor }: ReviewPage): Promise<ReviewRow[]> =>
  db
    .select()
    .from(reviews)
    .where(and(about, isPublic, afterCreated(reviews, { cursor, among: about })))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit);

/** The number of newest reviews that are searched for one review per person. */
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
    .where(and(eq(reviews.language, language), isPublic, ne(reviews.comment, "")))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(lookedAt);
  const quoted = new Set<string | null>();
  return newest
    .filter(({ review: { authorId } }) => !quoted.has(authorId) && quoted.add(authorId))
    .slice(0, limit);
}

/** SQL: whether a car's host placed the order, by their account or address. Neither side reviews it. */
const isOwnRentalOf = (hostId: string): string =>
  `exists (select from accounts host where host.id = ${hostId} and (host.id = orders.account_id
    or host.email <> '' and lower(host.email) = lower(orders.customer_email)))`;

/** SQL, with an index: rentals with a car that ended recently enough to be reviewed; null counts as no. */
const endedLately = (today: IsoDate): SQL =>
  sql`orders.status = 'completed' and orders.car_id is not null
    and orders.trip_completed_at >= ${reviewableFrom(today)}::date::timestamp at time zone '${sql.raw(brand.timeZone)}'
    and not ${sql.raw(isOwnRentalOf("orders.host_id"))}`;

const isWritten = (condition: string): SQL =>
  sql.raw(
    `exists (select from reviews where reviews.order_id = orders.id and reviews.stretch is null and ${condition})`,
  );

/** `isOpenToReview` of the renter's side, in SQL. */
const openToReview = (today: IsoDate): SQL =>
  sql`(${endedLately(today)} and not ${isWritten("(side = 'renter' or published_at is not null)")})`;

/** Whether the host may still review the renter, in SQL, for orders that have a host. */
export const hostMayReview = (today: IsoDate): SQL =>
  sql`(${endedLately(today)} and not ${isWritten("(side = 'host' or published_at is not null)")})`;

/** SQL: whether a listed order can still be reviewed by its renter. */
export const isToReview = (today: IsoDate): SQL<boolean> =>
  sql<boolean>`coalesce(${openToReview(today)}, false)`;

type ToReview = {
  kind: "review" | "review_earlier_car";
  orderId: string;
  title: string | null;
  on: IsoDate;
};

/** What an account may still review: its rentals, the latest first, then the earlier cars of its rentals. */
export async function findToReview(db: Db, accountId: string, today: IsoDate): Promise<ToReview[]> {
  const found = await findRentalsToReview(db, accountId, today);
  const earlier = await rowsIn(db)<Omit<ToReview, "kind">>(earlierToReview, [
    accountId,
    reviewableFrom(today),
  ]);
  return [
    ...found.map((rental) => ({ kind: "review" as const, ...rental })),
    ...earlier.map((car) => ({ kind: "review_earlier_car" as const, ...car })),
  ];
}

/** `isOpenToReview` of the renter's side for earlier cars, in SQL: the last one of each rental. */
const earlierToReview = `
  select distinct on (orders.id) orders.id as "orderId", own.car_name as title, own.ends_on::text as on
  from orders join order_stretches own on own.order_id = orders.id and not own.is_without_car
  where orders.account_id = $1 and not ${isOwnRentalOf("own.host_id")}
    and ${inLosAngeles(earlierCarEnd("own"))} >= $2::date
    and not exists (select from reviews where reviews.order_id = own.order_id and reviews.stretch = own.number
      and (reviews.side = 'renter' or reviews.published_at is not null))
  order by orders.id, own.number desc limit 3`;

const findRentalsToReview = (
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

/** The reviews that an account has written, for the export of its data. */
export const reviewsBy = (db: Db, accountId: string) =>
  db
    .select({
      orderId: reviews.orderId,
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      reply: reviews.reply,
      about: sql<"car" | "renter">`case ${reviews.side} when 'renter' then 'car' else 'renter' end`,
    })
    .from(reviews)
    .where(eq(reviews.authorId, accountId))
    .orderBy(desc(reviews.createdAt));

/** Whether a car's host placed the order: `isOwnRentalOf` for an order that was read. */
export async function isOwnRental(
  db: Db,
  { hostId, accountId, customerEmail }: Pick<OrderRow, "hostId" | "accountId" | "customerEmail">,
): Promise<boolean> {
  const host = hostId === null ? undefined : await findAccount(db, hostId);
  return host !== undefined && isOwnOrder(host, { accountId, customerEmail });
}

type ReviewSituation = { written: ReviewsOfOrder; side: ReviewSide; today: IsoDate };

/** Whether a side may review an order now: not twice, not once the other review is out, and not its own car. */
export const isOpenToReview = async (
  db: Db,
  order: OrderRow,
  { written, side, today }: ReviewSituation,
): Promise<boolean> =>
  !written[side] &&
  !written[otherSide(side)]?.publishedAt &&
  order.carId !== null &&
  (order.hostId !== null || side === "renter") &&
  isReviewable(order, today) &&
  !(await isOwnRental(db, order));

export const otherSide = (side: ReviewSide): ReviewSide => (side === "renter" ? "host" : "renter");

export const presentReview = (review: ReviewRow): Review => ({
  id: review.id,
  rating: review.rating,
  comment: review.comment,
  language: review.language,
  author: review.authorName,
  createdAt: review.createdAt.toISOString(),
  reply:
    review.reply !== null && review.repliedAt
      ? {
          text: review.reply,
          at: review.repliedAt.toISOString(),
          by: review.hostId !== null && review.repliedBy === review.hostId ? "host" : "us",
        }
      : null,
});

export const presentOwnReview = (review: ReviewRow): OwnReview => ({
  ...presentReview(review),
  isPublished: review.publishedAt !== null,
  isHidden: review.hiddenAt !== null,
  hiddenReason: review.hiddenReason,
});
