import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { reviewSides } from "#domain/reviews/reviews.ts";
import { accounts } from "./accounts.ts";
import { instant, oneOf } from "./columns.ts";
import { cars } from "./cars.ts";
import { orders } from "./orders.ts";

/**
 * Reviews after a rental: by its renter of the car and its host, and by the host of the renter. Only its author
 * reads a review before `publishedAt`. Our own cars have no host who reviews the renter: published at once.
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
    /** The number of the earlier car's stretch that it is about; null for the rental's last car. */
    stretch: integer(),
    /** Who wrote it. */
    side: text({ enum: reviewSides }).notNull().default("renter"),
    /** The host whose car it was then: the subject of a renter's review, or the author of a host's. */
    hostId: uuid("host_id").references(() => accounts.id, { onDelete: "set null" }),
    authorId: uuid("author_id"),
    /** The name that the public reads: a first name, as it was when the review was written. */
    authorName: text("author_name").notNull(),
    rating: integer().notNull(),
    comment: text().notNull().default(""),
    language: text({ enum: ["en", "zh"] }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** When other people could first read it; null until then. */
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

/** The number and the sum of a car's ratings. A trigger keeps them as the visible reviews change. */
export const carRatings = pgTable("car_ratings", {
  carId: uuid("car_id")
    .primaryKey()
    .references(() => cars.id, { onDelete: "cascade" }),
  count: integer().notNull(),
  sum: integer().notNull(),
});
