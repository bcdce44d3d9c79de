import { sql } from "drizzle-orm";
import { bigint, check, date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { adjustmentKinds, adjustmentStatuses } from "#domain/payouts/adjustments.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";

/** What administrators did to a host's balance by hand, or wait to do. `id` is the idempotency key. */
export const hostAdjustments = pgTable(
  "host_adjustments",
  {
    id: uuid().primaryKey(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    kind: text({ enum: adjustmentKinds }).notNull(),
    /** The order whose share is taken back. */
    orderId: uuid("order_id").references(() => orders.id),
    status: text({ enum: adjustmentStatuses }).notNull(),
    /** Above zero for every kind. */
    amount: bigint({ mode: "number" }).notNull(),
    /** The reason that the host reads; for a repayment, the bank's reference. */
    reason: text().notNull(),
    /** The day on which a repayment came, Los Angeles. */
    receivedOn: date("received_on", { mode: "string" }),
    requestHash: text("request_hash").notNull(),
    proposedBy: text("proposed_by").notNull(),
    decidedBy: text("decided_by"),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
  },
  (adjustment) => [
    check("host_adjustments_kind", oneOf("kind", adjustmentKinds)),
    check("host_adjustments_status", oneOf("status", adjustmentStatuses)),
    check("host_adjustments_amount", sql`amount > 0`),
    check("host_adjustments_order", sql`(kind = 'take_back') = (order_id is not null)`),
    check("host_adjustments_received", sql`(kind = 'repayment') = (received_on is not null)`),
    index("host_adjustments_by_host").on(adjustment.hostId, adjustment.createdAt),
    index("host_adjustments_by_order")
      .on(adjustment.orderId)
      .where(sql`order_id is not null`),
    index("host_adjustments_open")
      .on(adjustment.createdAt)
      .where(sql`status = 'awaiting_approval'`),
  ],
);

/** Hosts who were asked to pay what they owe, and since when they owed it: each time once. */
export const hostsAsked = pgTable(
  "hosts_asked",
  {
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    owedSince: date("owed_since", { mode: "string" }).notNull(),
    askedAt: instant("asked_at").notNull(),
  },
  (asked) => [primaryKey({ columns: [asked.hostId, asked.owedSince] })],
);
