import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { endingReasons, endingStates, openEndingStates } from "#domain/changes/endings.ts";
import { accounts } from "./accounts.ts";
import { cars } from "./cars.ts";
import { instant, oneOf } from "./columns.ts";
import { orderId } from "./orders.ts";

/** Rentals that the side of their car has ended, or asked administrators to end, and the result of each. */
export const orderEndings = pgTable(
  "order_endings",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: orderId(),
    reason: text({ enum: endingReasons }).notNull(),
    side: text({ enum: ["host", "desk"] }).notNull(),
    /** The account that ended it. No reference: the history stays when the account goes. */
    endedBy: uuid("ended_by").notNull(),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id),
    carName: text("car_name").notNull(),
    hostId: uuid("host_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The last day with the car. */
    endsOn: date("ends_on", { mode: "string" }).notNull(),
    state: text({ enum: endingStates }).notNull(),
    /** Until when the offered cars can be chosen. */
    answerUntil: instant("answer_until"),
    takenCarId: uuid("taken_car_id").references(() => cars.id),
    /** The part of the price that we pay, where the chosen car costs more; US cents. */
    difference: integer().notNull().default(0),
    createdAt: instant("created_at").notNull(),
    closedAt: instant("closed_at"),
    closedBy: text("closed_by"),
  },
  (ending) => [
    check("order_endings_reason", oneOf("reason", endingReasons)),
    check("order_endings_state", oneOf("state", endingStates)),
    check("order_endings_open", sql`(${oneOf("state", openEndingStates)}) = (closed_at is null)`),
    check("order_endings_taken", sql`(state = 'taken') = (taken_car_id is not null)`),
    uniqueIndex("order_endings_one_open")
      .on(ending.orderId)
      .where(sql`closed_at is null`),
    index("order_endings_by_order").on(ending.orderId, ending.createdAt),
    index("order_endings_by_car").on(ending.carId),
    index("order_endings_by_taken_car")
      .on(ending.takenCarId)
      .where(sql`taken_car_id is not null`),
    index("order_endings_by_host").on(ending.hostId, ending.createdAt),
    index("order_endings_to_lapse")
      .on(ending.answerUntil)
      .where(sql`closed_at is null`),
  ],
);

/** Cars that are offered in place of an ended one. */
export const replacementOffers = pgTable(
  "replacement_offers",
  {
    endingId: uuid("ending_id")
      .notNull()
      .references(() => orderEndings.id),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id, { onDelete: "cascade" }),
    /** Its place among the offered cars, from 1: the best fit comes first. */
    place: integer().notNull(),
    /** The price that the car's host earns by: the lower of today's price and an earlier price; US cents. */
    monthlyPrice: integer("monthly_price").notNull(),
    /** The part of the price that we would pay; US cents. */
    difference: integer().notNull(),
    /** Whether its days are kept for the order. */
    isHeld: boolean("is_held").notNull(),
    /** True until an administrator who manages payments agrees to the part that we pay. */
    needsAgreement: boolean("needs_agreement").notNull(),
    agreedBy: uuid("agreed_by"),
    isOpen: boolean("is_open").notNull().default(true),
  },
  (offer) => [
    primaryKey({ columns: [offer.endingId, offer.carId] }),
    check("replacement_offers_money", sql`monthly_price > 0 and difference >= 0`),
    // No car is offered to two renters at once.
    uniqueIndex("replacement_offers_one_open")
      .on(offer.carId)
      .where(sql`is_open`),
  ],
);
