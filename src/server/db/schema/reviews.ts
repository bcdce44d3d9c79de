import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { reviewSides } from "#domain/reviews/reviews.ts";
import { accounts } from "./accounts.ts";
import { instant, oneOf } from "./columns.ts";
import { cars } from "./cars.ts";
import { orders } from "./orders.ts";

/**
 * What is said after a rental: by its renter of the car and its host, and by the host of the renter. Nobody but its
 * author reads one before `publishedAt`. Our own cars have no host who answers in kind: published at once.
 */
export const reviews = pgTable(
  "reviews",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id, { onDelete: "cascade" }),
    /** The number of the stretch with an earlier car that it is about; null of the rental's own. */
    stretch: integer(),
    /** Who wrote it. */
    side: text({ enum: reviewSides }).notNull().default("renter"),
    /** The host whose car it was then: of whom a renter's review is, and who wrote a host's. */
    hostId: uuid("host_id").references(() => accounts.id, { onDelete: "set null" }),
    authorId: uuid("author_id"),
    /** The name that the public reads: a first name, as it was when the review was written. */
    authorName: text("author_name").notNull(),
    rating: integer().notNull(),
    comment: text().notNull().default(""),
    language: text({ enum: ["en", "zh"] }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** When anybody else could read it; null while it is blind. */
    publishedAt: instant("published_at"),
    reply: text(),
    repliedBy: uuid("replied_by"),
    repliedAt: instant("replied_at"),
    hiddenAt: instant("hidden_at"),
    hiddenReason: text("hidden_reason"),
  },
  (review) => [
    check("reviews_rating", sql`rating between 1 and 5`),
    check("reviews_side", oneOf("side", reviewSides)),
    uniqueIndex("reviews_of_order").on(review.orderId, review.side, sql`coalesce(stretch, 0)`),
    index("reviews_of_car")
      .on(review.carId, review.createdAt, review.id)
      .where(sql`side = 'renter' and published_at is not null and hidden_at is null`),
    index("reviews_newest_words")
      .on(review.language, review.createdAt, review.id)
      .where(sql`side = 'renter' and published_at is not null and hidden_at is null and comment <> ''`),
    index("reviews_of_host")
      .on(review.hostId, review.createdAt, review.id)
      .where(sql`side = 'renter' and published_at is not null and hidden_at is null`),
    index("reviews_to_publish")
      .on(review.orderId)
      .where(sql`published_at is null`),
  ],
);

/** How many stars a car has from how many renters. Kept by a trigger, as the reviews that are seen change. */
export const carRatings = pgTable("car_ratings", {
  carId: uuid("car_id")
    .primaryKey()
    .references(() => cars.id, { onDelete: "cascade" }),
  count: integer().notNull(),
  sum: integer().notNull(),
});
