import { sql } from "drizzle-orm";
import { boolean, check, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { dailyInsurances } from "#domain/pricing/insurance.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import { accounts } from "./accounts.ts";
import { daterange, instant, oneOf } from "./columns.ts";
import { cars } from "./cars.ts";

/**
 * A booking that somebody has begun and not completed: the data that they have typed, and the car's days while the
 * hold lasts. It isn't an order yet, so lists, counts and emails of orders leave it out. Triggers keep its days, the
 * orders' and the blocks' apart.
 */
export const wizardDrafts = pgTable(
  "wizard_drafts",
  {
    /** Becomes the order's id. */
    id: uuid().primaryKey(),
    orderNumber: text("order_number").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id, { onDelete: "cascade" }),
    pickupDate: date("pickup_date", { mode: "string" }).notNull(),
    returnDate: date("return_date", { mode: "string" }).notNull(),
    /** The renter's wish; null means the usual hours. */
    pickupTime: text("pickup_time"),
    returnTime: text("return_time"),
    /** Both days included. */
    during: daterange().generatedAlwaysAs(sql`daterange(pickup_date, return_date, '[]')`),
    customerPhone: text("customer_phone").notNull(),
    pickupLocation: text("pickup_location").notNull(),
    insurance: text({ enum: dailyInsurances }),
    paymentMethod: text("payment_method", { enum: paymentMethods }),
    paymentCard: jsonb("payment_card").$type<{ brand: string; last4: string; expiry: string }>(),
    promo: text(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    /** SHA-256 of the request that began it, so that another body with the same id is recognized. */
    requestHash: text("request_hash").notNull(),
    /** The network that it was last continued from, as a keyed hash: for limits only. */
    placedFrom: text("placed_from"),
    /** True while there is no room for one more unpaid hold: it can be completed, but waits without its car. */
    lacksHold: boolean("lacks_hold").notNull().default(false),
    /** Both null while the car is not held. A hold ends by its time alone; the row may be updated later. */
    holdBeganAt: instant("hold_began_at"),
    holdEndsAt: instant("hold_ends_at"),
    /**
     * The terms of a completed booking that waits for its first payment; a new answer makes them void. Money is US
     * cents. Older completed bookings don't say what their promo took off.
     */
    agreed: jsonb().$type<{
      monthlyPrice: number;
      total: number;
      first: number;
      promo?: number;
      taxRates?: readonly TaxRate[];
    }>(),
    /** Until when the hold was prolonged for the provider's page, once for each hold. */
    pageEndsAt: instant("page_ends_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    touchedAt: instant("touched_at").notNull().defaultNow(),
  },
  (draft) => [
    check("wizard_drafts_dates", sql`return_date > pickup_date`),
    check("wizard_drafts_hold", sql`(hold_began_at is null) = (hold_ends_at is null)`),
    check("wizard_drafts_insurance", oneOf("insurance", dailyInsurances)),
    uniqueIndex("wizard_drafts_of_car").on(draft.accountId, draft.carId),
    uniqueIndex("wizard_drafts_one_hold")
      .on(draft.accountId)
      .where(sql`hold_ends_at is not null`),
    index("wizard_drafts_by_car").on(draft.carId),
    index("wizard_drafts_by_touch").on(draft.touchedAt),
  ],
);
