import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { daterange, instant, oneOf } from "./columns.ts";
import { cars } from "./cars.ts";
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
    reason: text().notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => accounts.id),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  () => [check("car_blocks_dates", sql`last_date >= first_date`)],
);

/**
 * Days of a car that an order keeps beside its own: those that an extension asks for, until it is answered;
 * and those of a rental whose renter alone says that it has ended. A constraint and triggers keep them, the
 * orders' days, the bookings under way and the blocks apart.
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
    reason: text({ enum: ["car_out", "change"] }).notNull(),
    /** When the clock ends it; unset where only somebody does. */
    endsAt: instant("ends_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (hold) => [
    check("day_holds_dates", sql`last_date >= first_date`),
    check("day_holds_reason", oneOf("reason", ["car_out", "change"])),
    index("day_holds_by_order").on(hold.orderId),
    index("day_holds_to_end")
      .on(hold.endsAt)
      .where(sql`ends_at is not null`),
  ],
);
