import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { changeKinds } from "#domain/changes/changes.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { instant, oneOf } from "./columns.ts";
import { orders } from "./schema.ts";

/** What of an order a change is about, as it stood. Money is US cents. */
export type Standing = {
  status: OrderStatus;
  total: number;
  pickupLocation: string;
  pickupTime: string;
  returnTime: string;
};

/** What renters have changed of their orders, with what it was before and after. `id` is the key of idempotency. */
export const orderChanges = pgTable(
  "order_changes",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    kind: text({ enum: changeKinds }).notNull(),
    before: jsonb().$type<Standing>().notNull(),
    after: jsonb().$type<Standing>().notNull(),
    refund: integer().notNull(),
    requestHash: text("request_hash").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (change) => [
    check("order_changes_kind", oneOf("kind", changeKinds)),
    index("order_changes_by_order").on(change.orderId, change.createdAt),
  ],
);
