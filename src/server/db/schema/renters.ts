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
import { notificationChannels, occasions } from "#domain/people/notifications.ts";
import { paymentMethods as methods } from "#domain/booking/payment-methods.ts";
import { accounts } from "./accounts.ts";
import { instant, oneOf } from "./columns.ts";
import { cars } from "./cars.ts";
import { orders } from "./orders.ts";

/** Cars that somebody keeps an eye on, with the price that each had then, in US cents for 30 days. */
export const savedCars = pgTable(
  "saved_cars",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id, { onDelete: "cascade" }),
    price: integer().notNull(),
    /** The price in the last email about the car, which said that the price is lower than before. */
    emailedPrice: integer("emailed_price"),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  (saved) => [
    primaryKey({ columns: [saved.accountId, saved.carId] }),
    index("saved_cars_by_time").on(saved.accountId, saved.savedAt, saved.carId),
    index("saved_cars_by_car").on(saved.carId),
  ],
);

/** Which notifications a person wants, where it differs from the default. */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    occasion: text({ enum: occasions }).notNull(),
    channel: text({ enum: notificationChannels }).notNull(),
    isWanted: boolean("is_wanted").notNull(),
  },
  (choice) => [
    primaryKey({ columns: [choice.accountId, choice.occasion, choice.channel] }),
    check("notification_choices_occasion", oneOf("occasion", occasions)),
    check("notification_choices_channel", oneOf("channel", notificationChannels)),
  ],
);

/** How a person likes to pay. Of a card it has only the parts that may be shown, never the number. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    id: uuid().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    method: text({ enum: methods }).notNull(),
    brand: text(),
    last4: text(),
    /** "MM/YY". */
    expiry: text(),
    isDefault: boolean("is_default").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (method) => [
    check("payment_methods_method", oneOf("method", methods)),
    check("payment_methods_card", sql`(method = 'credit-card') = (last4 is not null)`),
    index("payment_methods_by_account").on(method.accountId, method.createdAt),
    uniqueIndex("payment_methods_default")
      .on(method.accountId)
      .where(sql`is_default`),
  ],
);

/** Which renter was reminded of which day of an order, so that nobody is reminded twice. */
export const reminders = pgTable(
  "reminders",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    kind: text({ enum: ["pickup", "return", "overdue_1", "overdue_3", "car_out", "plan_ending"] }).notNull(),
    /** The day that the reminder was about: a changed date gets a new reminder. */
    day: date({ mode: "string" }).notNull(),
  },
  (reminder) => [primaryKey({ columns: [reminder.orderId, reminder.kind, reminder.day] })],
);
