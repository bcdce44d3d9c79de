import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { hostCreditRules } from "#domain/payouts/payouts.ts";
import type { HostLine } from "#domain/payouts/shared-lines.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { cars } from "#server/db/schema/cars.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";
import { charges } from "./charges.ts";
import { instalments, ledgerTransactions } from "./payments.ts";
import { payouts } from "./payouts.ts";

/**
 * What a host was credited, line by line, or what was taken back where the amount is below zero. Rows are only added: a
 * trigger refuses to change anything but the payout that a row is in, and the days of a rental that has moved. Their sum
 * is what the ledger has as the host's, but for what payouts took of it.
 */
export const hostCredits = pgTable(
  "host_credits",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    /** None of what the host owes in all. */
    orderId: uuid("order_id").references(() => orders.id),
    /** The number of the order's stretch that it is for. */
    stretch: integer().notNull(),
    rule: text({ enum: hostCreditRules }).notNull(),
    instalmentId: uuid("instalment_id").references(() => instalments.id),
    chargeId: uuid("charge_id").references(() => charges.id),
    /** The car that was driven, and the host's share in percent, as they were then. */
    carId: uuid("car_id").references(() => cars.id),
    sharePercent: integer("share_percent").notNull(),
    /** What was paid, or is no longer, of each line that the host has something of; `gross` is their sum. */
    lines: jsonb().$type<HostLine[]>().notNull(),
    gross: bigint({ mode: "number" }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    /** The days of the rental that it is for, the end excluded; none of charges, and of what is kept of a cancelled one. */
    startsOn: date("starts_on", { mode: "string" }),
    endsOn: date("ends_on", { mode: "string" }),
    /** Los Angeles's day on which the renter's money came; of what is taken back the day on which it was. */
    paidOn: date("paid_on", { mode: "string" }).notNull(),
    /**
     * Los Angeles's day on which it was credited again, where the same money had been taken back: a year counts it then,
     * as it takes it out on the day of the taking back.
     */
    restoredOn: date("restored_on", { mode: "string" }),
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
    check("host_credits_days", sql`(starts_on is null) = (ends_on is null) and starts_on < ends_on`),
    check("host_credits_instalment", sql`instalment_id is not null or rule not in ('share', 'charge')`),
    check("host_credits_order", sql`(order_id is null) = (rule in ('write_off', 'repayment'))`),
    index("host_credits_by_host").on(credit.hostId, credit.id),
    // Since when a host earns is asked of each credit that isn't paid out.
    index("host_credits_by_day").on(credit.hostId, credit.creditedOn),
    index("host_credits_by_order").on(credit.orderId, credit.stretch),
    index("host_credits_by_payout").on(credit.payoutId),
    // What is not paid out yet.
    index("host_credits_open")
      .on(credit.hostId, credit.payableOn)
      .where(sql`payout_id is null`),
  ],
);
