import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { denyingSides } from "#domain/trips/return-denials.ts";
import { instant, oneOf } from "./columns.ts";
import { conditionRecords } from "./condition.ts";
import { orders } from "./orders.ts";

/**
 * Renters' records of a return that the car's host or an administrator denies: the car isn't back. Late days don't end
 * with such a record.
 */
export const returnDenials = pgTable(
  "return_denials",
  {
    recordId: uuid("record_id")
      .primaryKey()
      .references(() => conditionRecords.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    side: text({ enum: denyingSides }).notNull(),
    words: text().notNull(),
    /** The account that denied it. No reference: the denial stays as it is when the account goes. */
    deniedBy: uuid("denied_by").notNull(),
    deniedAt: instant("denied_at").notNull(),
  },
  (denial) => [
    check("return_denials_side", oneOf("side", denyingSides)),
    index("return_denials_by_order").on(denial.orderId),
  ],
);
