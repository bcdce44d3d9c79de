import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { hostCreditRules } from "#domain/payouts/payouts.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";
import { charges } from "./charges.ts";
import { instalments, ledgerTransactions } from "./payments.ts";
import { payouts } from "./payouts.ts";

/**
 * What a host was credited, line by line, or what was taken back where the amount is below zero. Rows are only added;
 * the payout alone that a row is in may change. Their sum is the host's in the ledger.
 */
export const hostCredits = pgTable(
  "host_credits",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    /** The number of the order's stretch that it is for. */
    stretch: integer().notNull(),
    rule: text({ enum: hostCreditRules }).notNull(),
    instalmentId: uuid("instalment_id").references(() => instalments.id),
    chargeId: uuid("charge_id").references(() => charges.id),
    amount: bigint({ mode: "number" }).notNull(),
    /** The ledger's transaction that it stands in. */
    transactionId: bigint("transaction_id", { mode: "number" })
      .notNull()
      .references(() => ledgerTransactions.id),
    /** Los Angeles's day on which it stands in the books. */
    creditedOn: date("credited_on", { mode: "string" }).notNull(),
    /** The first day on which it may be paid out, Los Angeles. */
    payableOn: date("payable_on", { mode: "string" }).notNull(),
    /** Whether it also waits for the pickup's record, of the first period. */
    awaitsPickup: boolean("awaits_pickup").notNull().default(false),
    payoutId: uuid("payout_id").references(() => payouts.id),
    createdAt: instant("created_at").notNull(),
  },
  (credit) => [
    check("host_credits_rule", oneOf("rule", hostCreditRules)),
    check("host_credits_amount", sql`amount <> 0`),
    index("host_credits_by_host").on(credit.hostId, credit.id),
    index("host_credits_by_order").on(credit.orderId, credit.stretch),
    index("host_credits_by_payout").on(credit.payoutId),
    // What is not paid out yet.
    index("host_credits_open")
      .on(credit.hostId, credit.payableOn)
      .where(sql`payout_id is null`),
  ],
);
