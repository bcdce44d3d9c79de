import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { chargeCategories } from "#domain/charges/categories.ts";
import {
  chargeAnswers,
  chargeDecisions,
  chargeStatuses,
  computedCategories,
} from "#domain/charges/charges.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";

/** What a computed charge was computed from, as it was then. Money is US cents. */
export type ChargeFacts =
  | {
      kind: "miles";
      pickup: number;
      return: number;
      before?: number;
      included: number;
      extra: number;
      perMile: number;
    }
  | { kind: "days"; from: string; until: string; days: number; perDay: number };

/**
 * Demands on a renter beyond the rental's price. `id` is the idempotency key. The renter's acceptance or an
 * administrator's decision makes an instalment of it in the same transaction; there is none before that.
 */
export const charges = pgTable(
  "charges",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    /** The order's car that it is about, by the number of its stretch; null for the last car. */
    stretch: integer(),
    category: text({ enum: chargeCategories }).notNull(),
    /** The proposed amount: the owed amount is never higher. */
    amount: bigint({ mode: "number" }).notNull(),
    words: text().notNull().default(""),
    facts: jsonb().$type<ChargeFacts>(),
    status: text({ enum: chargeStatuses }).notNull().default("proposed"),
    /** An administrator, or `system` where a rule computed it. */
    proposedBy: text("proposed_by").notNull(),
    requestHash: text("request_hash").notNull(),
    proposedAt: instant("proposed_at").notNull(),
    answerUntil: instant("answer_until").notNull(),
    remindedAt: instant("reminded_at"),
    /** The renter's answer, if there is one, and when they gave it or the time for it was over. */
    answer: text({ enum: chargeAnswers }),
    answerWords: text("answer_words").notNull().default(""),
    answeredAt: instant("answered_at"),
    decision: text({ enum: chargeDecisions }),
    /** How much of it is owed, once that is known. */
    owed: bigint({ mode: "number" }),
    /** Who decided or withdrew it, when and why. */
    closedBy: text("closed_by"),
    closedAt: instant("closed_at"),
    reason: text().notNull().default(""),
  },
  (charge) => [
    check("charges_category", oneOf("category", chargeCategories)),
    check("charges_status", oneOf("status", chargeStatuses)),
    check("charges_amount", sql`amount > 0 and owed between 0 and amount`),
    check("charges_owed", sql`(owed is not null) = (status in ('accepted', 'decided'))`),
    check("charges_decided", sql`(decision is not null) = (status = 'decided')`),
    check("charges_answered", sql`answered_at is not null or status in ('proposed', 'withdrawn')`),
    index("charges_by_order").on(charge.orderId, charge.proposedAt),
    // A computed charge exists once for each order; late days exist once for each car.
    uniqueIndex("charges_computed_once")
      .on(
        charge.orderId,
        charge.category,
        sql`(case category when 'late_days' then coalesce(stretch, 0) else 0 end)`,
      )
      .where(sql`${oneOf("category", computedCategories)} and status <> 'withdrawn'`),
    index("charges_to_answer")
      .on(charge.answerUntil)
      .where(sql`status = 'proposed'`),
    index("charges_disputed")
      .on(charge.answeredAt, charge.id)
      .where(sql`status = 'contested'`),
    index("charges_disputes_closed")
      .on(charge.closedAt, charge.id)
      .where(sql`status in ('decided', 'withdrawn') and answered_at is not null`),
  ],
);
