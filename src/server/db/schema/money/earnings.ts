import { sql } from "drizzle-orm";
import { date, index, pgTable, uuid } from "drizzle-orm/pg-core";
import { orders } from "#server/db/schema/orders.ts";

/** How far an order's days have been earned in the ledger, so that the next run finds what is left. */
export const orderEarnings = pgTable(
  "order_earnings",
  {
    orderId: uuid("order_id")
      .primaryKey()
      .references(() => orders.id),
    /** The last posted day; null for an order billed before its days were earned one by one. */
    through: date({ mode: "string" }),
    /** The last day on which something is earned. */
    lastDay: date("last_day", { mode: "string" }).notNull(),
  },
  (earnings) => [
    index("order_earnings_open")
      .on(earnings.through)
      .where(sql`through is null or through < last_day`),
  ],
);
