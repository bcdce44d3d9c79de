import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { changeKinds, changeStatuses } from "#domain/changes/changes.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import { instant, oneOf } from "./columns.ts";
import { orders } from "./orders.ts";

/** The parts of an order that a change is about, as they were. Money is US cents. */
export type RentalState = {
  status: OrderStatus;
  total: number;
  pickupLocation: string;
  pickupTime: string;
  returnTime: string;
  /** Whether a person first has to decide about the refund. */
  refundWaits?: boolean;
  /** Set for a change of the rental itself. */
  rental?: {
    pickupDate: string;
    returnDate: string;
    days: number;
    months: number;
    discountPercent: number;
    lines: PriceLine[];
    fees: number;
    taxes: number;
    /** The single taxes, where the order knows its rates. */
    taxLines?: TaxLine[];
    milesIncluded: number;
    carId: string | null;
    carName: string | null;
  };
};

/** SQL over `order_changes`: a request, or an offer of another car, waits for its answer. */
export const openRequest = "order_changes.status = 'requested'";

/** Changes of orders, made or asked for, with the order's state before and after. `id` is the idempotency key. */
export const orderChanges = pgTable(
  "order_changes",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    kind: text({ enum: changeKinds }).notNull(),
    before: jsonb().$type<RentalState>().notNull(),
    after: jsonb().$type<RentalState>().notNull(),
    refund: integer().notNull(),
    /** What the change itself costs, within the total. */
    fee: integer().notNull().default(0),
    status: text({ enum: changeStatuses }).notNull().default("accepted"),
    /** Until when a request waits for an answer. */
    answerUntil: instant("answer_until"),
    /** When the host of the car was reminded of it. */
    hostRemindedAt: instant("host_reminded_at"),
    answeredAt: instant("answered_at"),
    answeredBy: text("answered_by"),
    /** True where there was no room for one more unpaid hold: other renters may take its days. */
    lacksHold: boolean("lacks_hold").notNull().default(false),
    /** Why it was declined. */
    reason: text(),
    requestHash: text("request_hash").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (change) => [
    check("order_changes_kind", oneOf("kind", changeKinds)),
    check("order_changes_status", oneOf("status", changeStatuses)),
    check(
      "order_changes_waits",
      sql`(status = 'requested') = (answer_until is not null and answered_at is null)`,
    ),
    uniqueIndex("order_changes_open")
      .on(change.orderId)
      .where(sql`status = 'requested'`),
    index("order_changes_to_answer")
      .on(change.answerUntil)
      .where(sql`status = 'requested'`),
    index("order_changes_by_order").on(change.orderId, change.createdAt),
  ],
);
