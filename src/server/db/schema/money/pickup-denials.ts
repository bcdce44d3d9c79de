import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { denialDecisions } from "#domain/payouts/pickup-denials.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import { orders } from "#server/db/schema/orders.ts";

/**
 * Pickups that somebody else recorded and the renter denies, each record once. The host's credits of the order
 * aren't paid out until an administrator has dismissed the denial.
 */
export const pickupDenials = pgTable(
  "pickup_denials",
  {
    recordId: uuid("record_id")
      .primaryKey()
      .references(() => conditionRecords.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    /** The renter's words. */
    words: text().notNull(),
    deniedAt: instant("denied_at").notNull(),
    decision: text({ enum: denialDecisions }),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    /** What the administrator found out; the host and the renter read it. */
    reason: text().notNull().default(""),
  },
  (denial) => [
    check("pickup_denials_decision", oneOf("decision", denialDecisions)),
    check("pickup_denials_decided", sql`(decision is null) = (decided_at is null)`),
    index("pickup_denials_by_order").on(denial.orderId),
    index("pickup_denials_by_day").on(denial.deniedAt, denial.recordId),
  ],
);
