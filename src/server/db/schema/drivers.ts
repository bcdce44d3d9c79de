import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { instant } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * The additional drivers of an order, as the renter names them. A person becomes a driver by saying yes with the
 * account that has the email address. `id` is the idempotency key.
 */
export const orderDrivers = pgTable(
  "order_drivers",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** The name and the email address as the renter typed them; the name on the license is the one that counts. */
    name: text().notNull(),
    email: text().notNull(),
    /** The account that has answered, and its answer: null until then. */
    accountId: uuid("account_id").references(() => accounts.id),
    hasAgreed: boolean("has_agreed"),
    answeredAt: instant("answered_at"),
    createdAt: instant("created_at").notNull(),
  },
  (driver) => [
    check("order_drivers_answer", sql`(has_agreed is null) = (account_id is null)`),
    index("order_drivers_by_order").on(driver.orderId, driver.createdAt),
    index("order_drivers_by_account").on(driver.accountId),
    index("order_drivers_by_email").on(sql`lower(email)`),
  ],
);
