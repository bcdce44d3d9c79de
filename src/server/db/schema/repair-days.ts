import { sql } from "drizzle-orm";
import { check, date, index, pgTable, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { instant } from "./columns.ts";
import { orders } from "./orders.ts";

/** Days on which an order's renter had no usable car, as an administrator recorded them. `id` is the idempotency key. */
export const repairDays = pgTable(
  "repair_days",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** Both days included. */
    firstDate: date("first_date", { mode: "string" }).notNull(),
    lastDate: date("last_date", { mode: "string" }).notNull(),
    recordedBy: uuid("recorded_by")
      .notNull()
      .references(() => accounts.id),
    createdAt: instant("created_at").notNull(),
  },
  (repair) => [
    check("repair_days_dates", sql`last_date >= first_date`),
    index("repair_days_by_order").on(repair.orderId, repair.firstDate),
    index("repair_days_by_recorder").on(repair.recordedBy),
  ],
);
