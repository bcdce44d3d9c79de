import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { correctionKinds, correctionStatuses } from "#domain/payments/payments.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";
import { payments } from "./payments.ts";

/** Manual payments that are taken back, or moved to another order; each can be corrected once. */
export const paymentCorrections = pgTable(
  "payment_corrections",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    kind: text({ enum: correctionKinds }).notNull(),
    /** The order that the money is for; null where no money came. */
    toOrderId: uuid("to_order_id").references(() => orders.id),
    status: text({ enum: correctionStatuses }).notNull(),
    reason: text().notNull(),
    /** Whether the renter is told by email. */
    tell: boolean().notNull(),
    proposedBy: text("proposed_by").notNull(),
    decidedBy: text("decided_by"),
    createdAt: instant("created_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
  },
  (correction) => [
    check("payment_corrections_kind", oneOf("kind", correctionKinds)),
    check("payment_corrections_status", oneOf("status", correctionStatuses)),
    check("payment_corrections_order", sql`(kind = 'move') = (to_order_id is not null)`),
    uniqueIndex("payment_corrections_once")
      .on(correction.paymentId)
      .where(sql`status <> 'declined'`),
    index("payment_corrections_by_order").on(correction.orderId, correction.createdAt),
    index("payment_corrections_open")
      .on(correction.createdAt)
      .where(sql`status = 'awaiting_approval'`),
  ],
);
