import { bigint, date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { accounts } from "./accounts.ts";
import { instant } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * The number of orders and their total, by status, month, city and category. A trigger adds a row for what each
 * change adds or takes away, so that nobody counts a million orders and no order waits for another's count. The
 * rows are added up now and then.
 */
export const orderTallies = pgTable("order_tallies", {
  status: text({ enum: orderStatuses }).notNull(),
  /** The first day of the month in which they were placed, in Los Angeles. */
  month: date({ mode: "string" }).notNull(),
  city: text().notNull(),
  category: text().notNull(),
  orders: bigint({ mode: "number" }).notNull(),
  /** US cents. */
  total: bigint({ mode: "number" }).notNull(),
});

/** What administrators write about an order for one another. */
export const orderNotes = pgTable(
  "order_notes",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    authorId: uuid("author_id")
      .notNull()
      .references(() => accounts.id),
    text: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (note) => [index("order_notes_by_order").on(note.orderId, note.createdAt)],
);

/** Alerts that an administrator has taken note of. */
export const alertAcknowledgements = pgTable(
  "alert_acknowledgements",
  {
    alertId: text("alert_id").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    at: instant("at").notNull().defaultNow(),
  },
  (acknowledgement) => [primaryKey({ columns: [acknowledgement.alertId, acknowledgement.accountId] })],
);
