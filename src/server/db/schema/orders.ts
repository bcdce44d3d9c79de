import { sql } from "drizzle-orm";
import {
  boolean,
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  billedStatuses,
  holdingStatuses,
  openStatuses,
  orderSources,
  orderStatuses,
} from "#domain/orders/lifecycle.ts";
import { declineReasons, requestOutcomes } from "#domain/orders/host-requests.ts";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import type { OrderInsurance } from "#domain/pricing/insurance.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";
import type { Tariff } from "#domain/pricing/tariff.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { cars } from "./cars.ts";
import { accounts } from "./accounts.ts";
import { daterange, instant, oneOf, stageOfStatus } from "./columns.ts";
import { rentalImports } from "./imports.ts";
import { wizardDrafts } from "./wizard.ts";

export const orders = pgTable(
  "orders",
  {
    /** Made by the client, and its idempotency key. */
    id: uuid().primaryKey(),
    orderNumber: text("order_number").notNull().unique("orders_order_number"),
    source: text({ enum: orderSources }).notNull(),
    status: text({ enum: orderStatuses }).notNull().default("pending"),
    carId: uuid("car_id").references(() => cars.id),
    tier: text({ enum: tiers }),
    /** The city of a plan order. */
    location: text(),
    pickupDate: date("pickup_date", { mode: "string" }).notNull(),
    returnDate: date("return_date", { mode: "string" }).notNull(),
    pickupTime: text("pickup_time").notNull(),
    returnTime: text("return_time").notNull(),
    /** The first day with the order's present car, where that isn't the pickup day. */
    carSince: date("car_since", { mode: "string" }),
    /**
     * Every day of its car, from pickup or the change of cars to return, both included: the return day is not free for
     * the next renter.
     */
    during: daterange().generatedAlwaysAs(
      sql`daterange(least(coalesce(car_since, pickup_date), return_date), return_date, '[]')`,
    ),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull(),
    customerPhone: text("customer_phone").notNull(),
    pickupLocation: text("pickup_location").notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    // What was ordered, as it was then: a car may change its name and price afterwards.
    carName: text("car_name"),
    carBrand: text("car_brand"),
    monthlyPrice: integer("monthly_price").notNull(),
    days: integer().notNull(),
    months: integer().notNull(),
    discountPercent: integer("discount_percent").notNull(),
    lines: jsonb().$type<PriceLine[]>().notNull(),
    subtotal: integer().notNull(),
    fees: integer().notNull(),
    taxes: integer().notNull(),
    total: integer().notNull(),
    milesIncluded: integer("miles_included").notNull(),
    insurance: jsonb().$type<OrderInsurance>(),
    tariff: jsonb().$type<Tariff>(),
    /** The promo code in its price. The email address of the order may have changed since then. */
    promoCode: text("promo_code"),
    collisionIncluded: boolean("collision_included").notNull(),
    paymentMethod: text("payment_method", { enum: paymentMethods }),
    paymentCard: jsonb("payment_card").$type<{ brand: string; last4: string; expiry: string }>(),
    /** SHA-256 of the request, so that another body with the same id is recognized. */
    requestHash: text("request_hash").notNull(),
    /** SHA-256 of the key in the visitor's email. */
    keyHash: text("key_hash").notNull(),
    /** The previous key opens the order until `formerKeyUntil`: the new key's email may wait until then. */
    formerKeyHash: text("former_key_hash"),
    formerKeyUntil: instant("former_key_until"),
    /** The network that the order was placed from, as a keyed hash: for limits only. */
    placedFrom: text("placed_from"),
    /** The account it belongs to, once that account's e-mail address is confirmed. */
    accountId: uuid("account_id").references(() => accounts.id),
    /** The car's city and category at the time of the order; reports use them. */
    city: text(),
    category: text(),
    /** The car's host when it was ordered, or given to a plan's order; null for the platform. */
    hostId: uuid("host_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The host's share of the rental in percent, as it was then. */
    hostSharePercent: integer("host_share_percent"),
    /** US cents a month that the host earns by, where it isn't the order's own price. */
    hostMonthlyPrice: integer("host_monthly_price"),
    /** When the host was asked to answer the order: once the renter's address was confirmed. */
    hostAskedAt: instant("host_asked_at"),
    /** When the host was reminded of it. */
    hostRemindedAt: instant("host_reminded_at"),
    /** When and how the host answered, or the outcome without an answer of the host. */
    hostAnsweredAt: instant("host_answered_at"),
    hostAnswer: text("host_answer", { enum: requestOutcomes }),
    /** Why the host declined, as a choice and in the host's own words. */
    declineReason: text("decline_reason", { enum: declineReasons }),
    declineWords: text("decline_words").notNull().default(""),
    tripStartedAt: instant("trip_started_at"),
    tripCompletedAt: instant("trip_completed_at"),
    /**
     * True from a return that the renter recorded alone until host or administrators record that the car is
     * back.
     */
    isCarOut: boolean("is_car_out").notNull().default(false),
    /** When host or administrators recorded that the car is back. */
    carBackAt: instant("car_back_at"),
    /** True from a renter's return with a reading below the pickup's, until an administrator has recorded one. */
    hasLowReading: boolean("has_low_reading").notNull().default(false),
    /**
     * True while its status or price was set by an administrator who may not give money back. Until an
     * administrator who may do so has decided, no refund of the order that rules compute goes by itself.
     */
    refundWaits: boolean("refund_waits").notNull().default(false),
    /** When administrators were warned that a request is about to end unanswered. */
    adminWarnedAt: instant("admin_warned_at"),
    /** True while its car's side has ended the rental and the renter's choice is open: see `orderEndings`. */
    replacing: boolean().notNull().default(false),
    /** The characters of its documents that none of our fonts has; the documents wait. Null for none. */
    unprintable: text(),
    /** When a pending order ends by itself. */
    expiresAt: instant("expires_at"),
    /**
     * When the email address was shown to be the renter's: at once for an account's own, otherwise by a
     * button that its email leads to.
     */
    emailConfirmedAt: instant("email_confirmed_at"),
    /** When the owner of its address said that they did not order it. */
    deniedAt: instant("denied_at"),
    /** When a pending order gives its car back and waits on without it; unset where it keeps it to its end. */
    holdEndsAt: instant("hold_ends_at"),
    /** True while a pending order waits without its car: its hold has run out, or it never had one. */
    lacksHold: boolean("lacks_hold").notNull().default(false),
    /**
     * Whether the car is promised to this order. All other code reads it here to find out who has a car; the times
     * are computed in `availability.ts`.
     */
    holdsCar: boolean("holds_car")
      .notNull()
      .generatedAlwaysAs(sql`${oneOf("status", holdingStatuses)} and not lacks_hold`),
    /** The import that brought the order from other books, and the day of the import in Los Angeles. */
    movedInBy: uuid("moved_in_by").references(() => rentalImports.id),
    movedInOn: date("moved_in_on", { mode: "string" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    /**
     * What administrators' searches look in, in small letters: the words, the telephone number's digits, and
     * the pairs of letters of the name, so that two are found within it. Letters beyond ASCII are words of
     * their own, see `spelled_out` in the migrations.
     */
    searchText: text("search_text").generatedAlwaysAs(
      sql`spelled_out(lower(' ' || order_number || ' ' || id::text) || ' ' || folded(customer_name) || ' ' || folded(customer_email) || ' ' || folded(coalesce(car_brand, '')) || ' ' || folded(coalesce(car_name, '')) || ' ' || regexp_replace(folded(customer_phone), '[^0-9]', '', 'g') || ' ' || folded(coalesce(city, '')) || ' ' || folded(coalesce(location, '')) || ' ' || coalesce(tier, '') || ' ' || regexp_replace(folded(customer_name), '(..)', '\\1 ', 'g') || ' ' || regexp_replace(substr(folded(customer_name), 2), '(..)', '\\1 ', 'g'))`,
    ),
  },
  (order) => [
    check("orders_source", oneOf("source", orderSources)),
    check("orders_status", oneOf("status", orderStatuses)),
    check("orders_dates", sql`return_date > pickup_date`),
    check("orders_amounts", sql`subtotal >= 0 and fees >= 0 and taxes >= 0 and total >= 0`),
    check("orders_car_or_tier", sql`car_id is not null or tier is not null`),
    check(
      "orders_host_share",
      sql`host_share_percent between 0 and 100 and (host_id is null or host_share_percent is not null)`,
    ),
    check("orders_host_answer", oneOf("host_answer", requestOutcomes)),
    check("orders_decline_reason", oneOf("decline_reason", declineReasons)),
    check("orders_host_answered", sql`(host_answer is null) = (host_answered_at is null)`),
    check("orders_moved_in", sql`(moved_in_by is null) = (moved_in_on is null)`),
    check("orders_denied", sql`denied_at is null or account_id is null`),
    index("orders_by_car").on(order.carId, order.pickupDate, order.returnDate),
    index("orders_by_created").on(order.createdAt, order.id),
    index("orders_by_status").on(order.status, order.createdAt, order.id),
    // One index for each column that the list of orders is sorted by.
    // Sorted by bytes, so that the beginning of a number is found in every locale of a database.
    index("orders_by_number").on(sql`order_number collate "C"`, order.id),
    index("orders_by_renter").on(sql`lower(customer_name) collate "C"`, order.id),
    index("orders_by_what").on(sql`lower(coalesce(car_name, tier, '')) collate "C"`, order.id),
    index("orders_by_pickup").on(order.pickupDate, order.id),
    index("orders_by_return").on(order.returnDate, order.id),
    index("orders_by_total").on(order.total, order.id),
    index("orders_by_stage").on(sql.raw(stageOfStatus), order.id),
    index("orders_search").using("gin", sql`search_text gin_trgm_ops`),
    index("orders_by_email").on(sql`lower(customer_email)`, order.createdAt),
    // Finds a person's earlier orders, however the address and the telephone number are spelled.
    index("orders_by_mailbox").on(sql`mailbox_of(customer_email)`),
    index("orders_by_phone").on(sql`phone_key(customer_phone)`),
    index("orders_to_attach")
      .on(sql`lower(customer_email)`)
      .where(sql`account_id is null`),
    index("orders_by_account")
      .on(order.accountId, order.createdAt, order.id)
      .where(sql`account_id is not null`),
    // The columns that a dashboard counts, so that ten thousand orders are counted in the index alone.
    index("orders_counted_by_account")
      .on(order.accountId, order.status, order.returnDate, order.pickupDate)
      .where(sql`account_id is not null`),
    index("orders_by_host")
      .on(order.hostId, order.createdAt, order.id)
      .where(sql`host_id is not null`),
    // Orders that wait for their host's answer: few at any time.
    index("orders_waiting_for_host")
      .on(order.hostId, order.expiresAt, order.id)
      .where(sql`status = 'pending' and host_asked_at is not null and host_answer is null`),
    index("orders_open_by_account")
      .on(order.accountId)
      .where(sql`account_id is not null and ${oneOf("status", openStatuses)}`),
    // Finds the rentals that ended lately: they may still be reviewed.
    index("orders_completed_by_account")
      .on(order.accountId, order.tripCompletedAt)
      .where(sql`status = 'completed'`),
    index("orders_moved_in_by")
      .on(order.movedInBy)
      .where(sql`moved_in_by is not null`),
    index("orders_by_place").on(order.placedFrom, order.createdAt),
    index("orders_of_confirmed_customers")
      .on(sql`lower(customer_email)`)
      .where(oneOf("status", billedStatuses)),
    // Cars that may not have come back yet.
    index("orders_cars_out")
      .on(order.carId)
      .where(sql`status = 'in_progress' or is_car_out`),
    index("orders_low_readings")
      .on(order.tripCompletedAt)
      .where(sql`has_low_reading`),
    index("orders_to_expire")
      .on(order.expiresAt)
      .where(sql`status = 'pending' and expires_at is not null`),
    index("orders_to_release")
      .on(order.holdEndsAt)
      .where(sql`status = 'pending' and holds_car and hold_ends_at is not null`),
  ],
);

export type OrderRow = typeof orders.$inferSelect;

/** The column by which a row of another table belongs to an order. */
export const orderId = () =>
  uuid("order_id")
    .notNull()
    .references(() => orders.id);

/**
 * $20 for a confirmed subscriber's first rental. An order that is neither cancelled nor expired uses it, or an
 * agreed booking that waits for its first payment: a trigger gives it back when the agreement ends.
 */
export const promoCodes = pgTable(
  "promo_codes",
  {
    code: text().primaryKey(),
    email: text().notNull(),
    orderId: uuid("order_id").references(() => orders.id),
    draftId: uuid("draft_id").references((): AnyPgColumn => wizardDrafts.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (promo) => [
    uniqueIndex("promo_codes_email").on(sql`lower(email)`),
    // A code has one holder, and a holder has one code.
    check("promo_codes_one_holder", sql`order_id is null or draft_id is null`),
    uniqueIndex("promo_codes_of_order").on(promo.orderId),
    uniqueIndex("promo_codes_of_draft").on(promo.draftId),
  ],
);
