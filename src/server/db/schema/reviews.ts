import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { cars } from "./cars.ts";
import { orders } from "./orders.ts";

/** What renters say of a car after a rental. Our own cars have no host who answers in kind: published at once. */
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
    authorId: uuid("author_id"),
    /** As it was then, and in public: a first name. */
    authorName: text("author_name").notNull(),
    rating: integer().notNull(),
    comment: text().notNull().default(""),
    language: text({ enum: ["en", "zh"] }).notNull(),
    createdAt: instant("created_at").notNull(),
    reply: text(),
    repliedBy: uuid("replied_by"),
    repliedAt: instant("replied_at"),
    hiddenAt: instant("hidden_at"),
    hiddenReason: text("hidden_reason"),
  },
  (review) => [
    check("reviews_rating", sql`rating between 1 and 5`),
    uniqueIndex("reviews_of_order").on(review.orderId),
    index("reviews_of_car")
      .on(review.carId, review.createdAt, review.id)
      .where(sql`hidden_at is null`),
    index("reviews_newest_words")
      .on(review.language, review.createdAt, review.id)
      .where(sql`hidden_at is null and comment <> ''`),
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
