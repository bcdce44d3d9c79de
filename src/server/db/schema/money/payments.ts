import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { InstalmentLine } from "#domain/pricing/instalments.ts";
import { kindsOfHosts, ledgerAccounts, transactionKinds } from "#domain/payments/ledger.ts";
import { paymentNoticeKinds } from "#domain/payments/notices.ts";
import {
  openRefundStatuses,
  paymentModes,
  paymentStatuses,
  refundOrigins,
  refundStatuses,
} from "#domain/payments/payments.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { charges } from "./charges.ts";
import { orderId, orders } from "#server/db/schema/orders.ts";

/** The sums that a renter pays for an order, with their dates. A cancelled order's are dropped, never deleted. */
export const instalments = pgTable(
  "instalments",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: orderId(),
    number: integer().notNull(),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    endsOn: date("ends_on", { mode: "string" }).notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    lines: jsonb().$type<InstalmentLine[]>().notNull(),
    /** The charge that it asks for: changes of the rental's months leave such an instalment alone. */
    chargeId: uuid("charge_id")
      .unique("instalments_of_charge")
      .references(() => charges.id),
    amount: bigint({ mode: "number" }).notNull(),
    /** How much of it has been paid; all code that moves money of the order keeps it, under the order's lock. */
    paid: bigint({ mode: "number" }).notNull().default(0),
    /** When it was written into the ledger: on the day that it fell due. */
    postedAt: instant("posted_at"),
    droppedAt: instant("dropped_at"),
    /** The instalment that replaces this dropped one: the money paid for this one pays the new one. */
    replacedBy: uuid("replaced_by").references((): AnyPgColumn => instalments.id),
    /** True where other books have the papers: the instalment came with a rental that was moved in. */
    isFromOtherBooks: boolean("is_from_other_books").notNull().default(false),
    /** The number of the last attempt to charge it to a saved method, from 0. Its replacement keeps it. */
    attempted: integer(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (instalment) => [
    check("instalments_amount", sql`amount >= 0 and paid between 0 and amount`),
    check("instalments_replaced", sql`replaced_by is null or dropped_at is not null`),
    uniqueIndex("instalments_of_order")
      .on(instalment.orderId, instalment.number)
      .where(sql`dropped_at is null and charge_id is null`),
    index("instalments_to_post")
      .on(instalment.dueOn)
      .where(sql`posted_at is null and dropped_at is null`),
    index("instalments_unpaid")
      .on(instalment.dueOn, instalment.orderId)
      .where(sql`paid < amount and dropped_at is null`),
    // Rentals that nobody has paid anything for: few, however many orders there are.
    index("instalments_first_unpaid")
      .on(instalment.orderId)
      .where(sql`number = 1 and dropped_at is null and paid < amount`),
    index("instalments_by_due").on(instalment.dueOn, instalment.orderId),
    index("instalments_all_of_order").on(instalment.orderId),
  ],
);

/** Money that came for an order, or is on its way. `id` is the idempotency key. */
export const payments = pgTable(
  "payments",
  {
    id: uuid().primaryKey(),
    /** The id of an order, or of a booking that becomes an order by this payment. */
    orderId: uuid("order_id").notNull(),
    mode: text({ enum: paymentModes }).notNull(),
    status: text({ enum: paymentStatuses }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    /** The method that an administrator recorded, or the one that the provider names. */
    method: text().notNull(),
    reference: text().notNull().default(""),
    paidOn: date("paid_on", { mode: "string" }),
    /** The provider's own ids of the payment and of its page, and until when the page can be used. */
    providerRef: text("provider_ref"),
    sessionRef: text("session_ref"),
    endsAt: instant("ends_at"),
    /** The instalment that a saved method was charged for, and the attempt's number; each exists once. */
    instalmentId: uuid("instalment_id").references(() => instalments.id),
    attempt: integer(),
    /** The provider's customer and method: saved before the charge, so that a repeat charges the same. */
    customerRef: text("customer_ref"),
    methodRef: text("method_ref"),
    /** When the provider was last asked for its state. */
    checkedAt: instant("checked_at"),
    /** Why it failed, as a word of the provider's. */
    failure: text(),
    /** The part beyond everything due, as far as it isn't used since; whether it stays as credit. */
    over: bigint({ mode: "number" }).notNull().default(0),
    keepsOver: boolean("keeps_over").notNull().default(false),
    /** True where other books have the papers: the payment came with a rental that was moved in. */
    isFromOtherBooks: boolean("is_from_other_books").notNull().default(false),
    /** SHA-256 of the content that was sent with the id, so that another content is recognized. */
    requestHash: text("request_hash"),
    recordedBy: text("recorded_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    settledAt: instant("settled_at"),
  },
  (payment) => [
    check("payments_mode", oneOf("mode", paymentModes)),
    check("payments_status", oneOf("status", paymentStatuses)),
    check("payments_amount", sql`amount > 0 and over between 0 and amount`),
    index("payments_by_order").on(payment.orderId, payment.createdAt),
    index("payments_by_day")
      .on(payment.paidOn)
      .where(sql`status = 'succeeded'`),
    uniqueIndex("payments_provider_ref")
      .on(payment.mode, payment.providerRef)
      .where(sql`provider_ref is not null`),
    uniqueIndex("payments_of_attempt").on(payment.instalmentId, payment.attempt),
    // An instalment is charged to a saved method once; only after a failure it is tried again.
    uniqueIndex("payments_charged_once")
      .on(payment.instalmentId)
      .where(sql`attempt is not null and status in ('begun', 'succeeded')`),
    // One at a time: nobody pays twice by having two pages open.
    uniqueIndex("payments_begun")
      .on(payment.orderId)
      .where(sql`status = 'begun'`),
  ],
);

/** The instalments that a payment was meant for, with amounts. Other money pays the earliest due instalment. */
export const paymentPurposes = pgTable(
  "payment_purposes",
  {
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    instalmentId: uuid("instalment_id")
      .notNull()
      .references(() => instalments.id),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (purpose) => [
    primaryKey({ columns: [purpose.paymentId, purpose.instalmentId] }),
    check("payment_purposes_amount", sql`amount > 0`),
    index("payment_purposes_by_instalment").on(purpose.instalmentId),
  ],
);

/** Money that goes back to a renter. `id` is the idempotency key. */
export const refunds = pgTable(
  "refunds",
  {
    id: uuid().primaryKey(),
    orderId: orderId(),
    status: text({ enum: refundStatuses }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    /** How much was the renter's already, the rest is goodwill; of a declined refund, how much was given by hand since. */
    ofCredit: bigint("of_credit", { mode: "number" }).notNull().default(0),
    /** Computed by a rule, asked for by an administrator, or made on the provider's own screens. */
    origin: text({ enum: refundOrigins }).notNull(),
    reason: text().notNull(),
    /** True for a manual refund from before a lower price or a cancellation: rules count it as given back. */
    counts: boolean().notNull().default(false),
    reference: text().notNull().default(""),
    requestHash: text("request_hash"),
    proposedBy: text("proposed_by").notNull(),
    decidedBy: text("decided_by"),
    createdAt: instant("created_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
    paidAt: instant("paid_at"),
    paidOn: date("paid_on", { mode: "string" }),
  },
  (refund) => [
    check("refunds_status", oneOf("status", refundStatuses)),
    check("refunds_amount", sql`amount > 0 and of_credit between 0 and amount`),
    index("refunds_by_order").on(refund.orderId, refund.createdAt),
    index("refunds_open").on(refund.createdAt).where(oneOf("status", openRefundStatuses)),
    index("refunds_by_day")
      .on(refund.paidOn)
      .where(sql`status = 'paid'`),
  ],
);

/** The parts of refunds: how much of which payment goes back, by the way it came. */
export const refundParts = pgTable(
  "refund_parts",
  {
    refundId: uuid("refund_id")
      .notNull()
      .references(() => refunds.id),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    amount: bigint({ mode: "number" }).notNull(),
    providerRef: text("provider_ref"),
    /** When the provider was first asked to refund the part; `failure` says why it refused. */
    begunAt: instant("begun_at"),
    failure: text(),
    paidAt: instant("paid_at"),
  },
  (part) => [
    primaryKey({ columns: [part.refundId, part.paymentId] }),
    check("refund_parts_amount", sql`amount > 0`),
    index("refund_parts_by_payment").on(part.paymentId),
  ],
);

/** Movements of money with their cause. Triggers refuse changes of rows, and entries whose sum isn't zero. */
export const ledgerTransactions = pgTable(
  "ledger_transactions",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    /** A key can be written only once. */
    key: text().notNull().unique("ledger_transactions_key"),
    kind: text({ enum: transactionKinds }).notNull(),
    /** How many entries it has, so that none is added to it afterwards. */
    entries: integer().notNull(),
    orderId: uuid("order_id").references(() => orders.id),
    instalmentId: uuid("instalment_id").references(() => instalments.id),
    paymentId: uuid("payment_id").references(() => payments.id),
    refundId: uuid("refund_id").references(() => refunds.id),
    chargeId: uuid("charge_id").references(() => charges.id),
    payoutId: uuid("payout_id"),
    /** What was done to a host's balance by hand. */
    adjustmentId: uuid("adjustment_id"),
    /** The provider's own id of money that it kept or paid out and that belongs to no order. */
    providerRef: text("provider_ref"),
    actor: text().notNull(),
    /** Its day in the books, by Los Angeles's calendar. */
    postedOn: date("posted_on", { mode: "string" }).notNull(),
    /** The day of the event itself, where its month was closed by then. */
    effectiveOn: date("effective_on", { mode: "string" }),
    postedAt: instant("posted_at").notNull().defaultNow(),
  },
  (transaction) => [
    check("ledger_transactions_kind", oneOf("kind", transactionKinds)),
    check(
      "ledger_transactions_cause",
      sql`coalesce(order_id, instalment_id, payment_id, refund_id, charge_id, payout_id, adjustment_id) is not null or provider_ref is not null`,
    ),
    check("ledger_transactions_effective", sql`effective_on < posted_on`),
    index("ledger_transactions_by_order").on(transaction.orderId, transaction.id),
    index("ledger_transactions_by_day").on(transaction.postedOn, transaction.id),
    index("ledger_transactions_of_hosts").on(transaction.postedAt).where(oneOf("kind", kindsOfHosts)),
  ],
);

/** A positive amount is a debit. The order and the day repeat those of the transaction, for sums. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    transactionId: bigint("transaction_id", { mode: "number" })
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text({ enum: ledgerAccounts }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    orderId: uuid("order_id").references(() => orders.id),
    /** The host who owns an amount on the account `host_payable`. */
    hostId: uuid("host_id").references(() => accounts.id),
    postedOn: date("posted_on", { mode: "string" }).notNull(),
  },
  (entry) => [
    check("ledger_entries_account", oneOf("account", ledgerAccounts)),
    check("ledger_entries_amount", sql`amount <> 0`),
    index("ledger_entries_of_transaction").on(entry.transactionId),
    index("ledger_entries_by_order").on(entry.orderId, entry.account, entry.amount),
    index("ledger_entries_by_day").on(entry.postedOn, entry.account, entry.amount),
    index("ledger_entries_by_account").on(entry.account, entry.amount),
    check("ledger_entries_host", sql`(host_id is not null) = (account = 'host_payable')`),
    index("ledger_entries_by_host")
      .on(entry.hostId, entry.postedOn, entry.amount)
      .where(sql`host_id is not null`),
  ],
);

/** Notices that a renter got about an instalment, so that nobody gets one twice. */
export const paymentNotices = pgTable(
  "payment_notices",
  {
    instalmentId: uuid("instalment_id")
      .notNull()
      .references(() => instalments.id),
    kind: text({ enum: paymentNoticeKinds }).notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (notice) => [
    primaryKey({ columns: [notice.instalmentId, notice.kind] }),
    check("payment_notices_kind", oneOf("kind", paymentNoticeKinds)),
  ],
);
