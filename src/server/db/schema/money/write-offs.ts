import { sql } from "drizzle-orm";
import { bigint, check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { writeOffStatuses } from "#domain/payments/payments.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";

/** A debt of an ended rental that nobody asks for any longer. `id` is the idempotency key. */
export const writeOffs = pgTable(
  "write_offs",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    status: text({ enum: writeOffStatuses }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    reason: text().notNull(),
    requestHash: text("request_hash").notNull(),
    proposedBy: text("proposed_by").notNull(),
    decidedBy: text("decided_by"),
    createdAt: instant("created_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
    /** The day on which it was written into the ledger. */
    writtenOn: date("written_on", { mode: "string" }),
  },
  (writeOff) => [
    check("write_offs_status", oneOf("status", writeOffStatuses)),
    check("write_offs_amount", sql`amount > 0`),
    index("write_offs_by_order").on(writeOff.orderId, writeOff.createdAt),
    index("write_offs_by_day")
      .on(writeOff.writtenOn)
      .where(sql`status = 'written'`),
    index("write_offs_open")
      .on(writeOff.createdAt)
      .where(sql`status = 'awaiting_approval'`),
  ],
);
