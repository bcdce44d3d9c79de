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
 * The credits of a host, line by line; an amount below zero was taken back. Rows are only added: a trigger refuses
 * to change anything but a row's payout, and the days of a rental that has moved. The sum of a host's rows is the
 * host's balance in the ledger plus what payouts took of it.
 */
export const hostCredits = pgTable(
  "host_credits",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    /** Null for an entry about the host's whole debt. */
    orderId: uuid("order_id").references(() => orders.id),
    /** The number of the order's stretch that it is for. */
    stretch: integer().notNull(),
    rule: text({ enum: hostCreditRules }).notNull(),
    instalmentId: uuid("instalment_id").references(() => instalments.id),
    chargeId: uuid("charge_id").references(() => charges.id),
    /** The car that was driven, and the host's share in percent, as they were then. */
    carId: uuid("car_id").references(() => cars.id),
    sharePercent: integer("share_percent").notNull(),
    /** Per shared line: the amount newly paid (negative where a payment was taken back). `gross` is their sum. */
    lines: jsonb().$type<HostLine[]>().notNull(),
    gross: bigint({ mode: "number" }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    /** The days that it is for, the end excluded; null for charges, and for what a cancelled rental keeps. */
    startsOn: date("starts_on", { mode: "string" }),
    endsOn: date("ends_on", { mode: "string" }),
    /** The day in Los Angeles on which the renter's money came, or on which the credit was taken back. */
    paidOn: date("paid_on", { mode: "string" }).notNull(),
    /**
     * The day in Los Angeles on which money that had been taken back was credited again, or the day in the books of
     * money that came in a month that was closed already: a year counts the credit on this day, as it subtracts it
     * on the day of the taking back.
     */
    restoredOn: date("restored_on", { mode: "string" }),
    /** The ledger's transaction that contains it. */
    transactionId: bigint("transaction_id", { mode: "number" })
      .notNull()
      .references(() => ledgerTransactions.id),
    /** Its day in the books, by Los Angeles's calendar. */
    creditedOn: date("credited_on", { mode: "string" }).notNull(),
    /** The first day on which it may be paid out, Los Angeles. */
    payableOn: date("payable_on", { mode: "string" }).notNull(),
    /** Whether it also waits for the record of the pickup; only for the first period. */
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
    // A query looks for the first day of earning, for each credit that isn't paid out.
    index("host_credits_by_day").on(credit.hostId, credit.creditedOn),
    index("host_credits_by_order").on(credit.orderId, credit.stretch),
    index("host_credits_by_payout").on(credit.payoutId),
    // What is not paid out yet.
    index("host_credits_open")
      .on(credit.hostId, credit.payableOn)
      .where(sql`payout_id is null`),
  ],
);
