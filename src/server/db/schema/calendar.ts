import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { type DayRange, feedErrors } from "#domain/calendar/feeds.ts";
import { accounts } from "./accounts.ts";
import { daterange, instant, oneOf } from "./columns.ts";
import { cars } from "./cars.ts";
import { hostCars } from "./host-cars.ts";
import { orders } from "./orders.ts";

/**
 * Days on which a car can't be rented: it is in the workshop, or its owner has it. Triggers keep them and the
 * renters' days apart.
 */
export const carBlocks = pgTable(
  "car_blocks",
  {
    id: uuid().primaryKey().defaultRandom(),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id, { onDelete: "cascade" }),
    firstDate: date("first_date", { mode: "string" }).notNull(),
    lastDate: date("last_date", { mode: "string" }).notNull(),
    /** Both days included. */
    during: daterange().generatedAlwaysAs(sql`daterange(first_date, last_date, '[]')`),
    /** The reason, which an administrator wrote, or a host's own note. */
    reason: text().notNull(),
    /** Who made it; unset where a calendar of another service takes the days. */
    createdBy: uuid("created_by").references(() => accounts.id),
    feedId: uuid("feed_id").references(() => carFeeds.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (block) => [
    check("car_blocks_dates", sql`last_date >= first_date`),
    check("car_blocks_maker", sql`(feed_id is null) = (created_by is not null)`),
    // Blocks that people make exclude each other. A calendar's blocks may overlap any other block.
    index("car_blocks_by_days").using("gist", block.carId, block.during),
    index("car_blocks_by_feed")
      .on(block.feedId)
      .where(sql`feed_id is not null`),
  ],
);

/** A calendar's event on days that belong to an order, as it was last found. */
export type StoredClash = { orderId: string; orderNumber: string } & DayRange;

/**
 * A calendar of another service whose days a host's car follows. The days of its last reading are kept here, so that
 * they can be taken again when an order gives them back, and stay while the calendar can't be read.
 */
export const carFeeds = pgTable(
  "car_feeds",
  {
    id: uuid().primaryKey(),
    carId: uuid("car_id")
      .notNull()
      .references(() => hostCars.id, { onDelete: "cascade" }),
    label: text().notNull(),
    url: text().notNull(),
    /** What the other service calls the version that was read; empty where it says nothing. */
    etag: text().notNull().default(""),
    lastModified: text("last_modified").notNull().default(""),
    /** The day in Los Angeles on which the ranges begin: they are read again the next day. */
    readOn: date("read_on", { mode: "string" }).notNull(),
    fetchedAt: instant("fetched_at").notNull(),
    nextAt: instant("next_at").notNull(),
    error: text({ enum: feedErrors }),
    /** The HTTP status of an answer that was an error. */
    errorStatus: integer("error_status"),
    errorSince: instant("error_since"),
    /** When the host heard that the calendar keeps failing; once, until it was read again. */
    failingAnnouncedAt: instant("failing_announced_at"),
    /** How often in a row it has failed since it was last read. */
    failures: integer().notNull().default(0),
    events: integer().notNull(),
    /** The days of all events; days that several events span alike are kept once. */
    ranges: jsonb().$type<DayRange[]>().notNull(),
    clashes: jsonb().$type<StoredClash[]>().notNull().default([]),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (feed) => [
    check("car_feeds_error", oneOf("error", feedErrors)),
    check(
      "car_feeds_failing",
      sql`(error is null) = (error_since is null) and (error is null) = (failures = 0)`,
    ),
    unique("car_feeds_once").on(feed.carId, feed.url),
    index("car_feeds_due").on(feed.nextAt),
  ],
);

/** Why an order keeps days besides its own: see `dayHolds`. */
export const holdReasons = ["car_out", "change", "earlier_car", "replacement"] as const;
export type HoldReason = (typeof holdReasons)[number];

/**
 * Days of a car that an order keeps besides its own days: those of a requested extension or of an offered car, until
 * the answer; those of a rental that only the renter calls ended; and those of the car that the order had before its
 * present car. A constraint and triggers keep these days, the orders' days, the bookings under way and the blocks
 * apart.
 */
export const dayHolds = pgTable(
  "day_holds",
  {
    id: uuid().primaryKey().defaultRandom(),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id, { onDelete: "cascade" }),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    firstDate: date("first_date", { mode: "string" }).notNull(),
    lastDate: date("last_date", { mode: "string" }).notNull(),
    /** Both days included. */
    during: daterange().generatedAlwaysAs(sql`daterange(first_date, last_date, '[]')`),
    reason: text({ enum: holdReasons }).notNull(),
    /** When a job ends it; null where only a person ends it. */
    endsAt: instant("ends_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (hold) => [
    check("day_holds_dates", sql`last_date >= first_date`),
    check("day_holds_reason", oneOf("reason", holdReasons)),
    index("day_holds_by_order").on(hold.orderId),
    index("day_holds_to_end")
      .on(hold.endsAt)
      .where(sql`ends_at is not null`),
  ],
);
