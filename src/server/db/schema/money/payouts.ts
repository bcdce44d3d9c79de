import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { payoutFlagKinds, payoutModes, payoutStatuses } from "#domain/payouts/payouts.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A host's bank details, sealed. Replaced details stay for the payouts that refer to them. */
export const payoutDetails = pgTable(
  "payout_details",
  {
    id: uuid().primaryKey().defaultRandom(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    /** Holder, address, bank, routing and account number, encrypted with the installation's key. */
    sealed: bytes().notNull(),
    lastFour: text("last_four").notNull(),
    /** Keyed hash of routing and account number: the same account is found again without opening it. */
    fingerprint: text().notNull(),
    createdAt: instant("created_at").notNull(),
    replacedAt: instant("replaced_at"),
  },
  (details) => [
    check("payout_details_last_four", sql`last_four ~ '^[0-9]{4}$'`),
    uniqueIndex("payout_details_current")
      .on(details.hostId)
      .where(sql`replaced_at is null`),
    index("payout_details_by_fingerprint").on(details.fingerprint),
  ],
);

/** Money that goes to a host; the credits in it refer to it. `id` is the idempotency key. */
export const payouts = pgTable(
  "payouts",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The number by which people and banks name it. */
    number: bigserial({ mode: "number" }).notNull().unique("payouts_number"),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    mode: text({ enum: payoutModes }).notNull(),
    status: text({ enum: payoutStatuses }).notNull().default("made"),
    amount: bigint({ mode: "number" }).notNull(),
    /** The details as they were when it was made. */
    detailsId: uuid("details_id").references(() => payoutDetails.id),
    /** The provider's own id of the transfer, and the account that it goes to. */
    providerRef: text("provider_ref"),
    destination: text(),
    /** The Tuesday in Los Angeles that it belongs to: it pays the credits that were payable by then. */
    madeOn: date("made_on", { mode: "string" }).notNull(),
    /** When its bank details were first given out, or its transfer begun: from then on money may be on its way. */
    takenAt: instant("taken_at"),
    /** Cancelled because the host's details changed: another is made for the same Tuesday. */
    isSuperseded: boolean("is_superseded").notNull().default(false),
    /** The bank's reference, and the day on which the bank paid. */
    reference: text().notNull().default(""),
    paidOn: date("paid_on", { mode: "string" }),
    /** Why it failed or was cancelled. */
    reason: text().notNull().default(""),
    closedBy: text("closed_by"),
    createdAt: instant("created_at").notNull(),
    closedAt: instant("closed_at"),
  },
  (payout) => [
    check("payouts_mode", oneOf("mode", payoutModes)),
    check("payouts_status", oneOf("status", payoutStatuses)),
    check("payouts_amount", sql`amount > 0`),
    check("payouts_paid", sql`status <> 'paid' or paid_on is not null`),
    // One at a time for each host: nothing is paid twice by two runs at once.
    uniqueIndex("payouts_under_way")
      .on(payout.hostId)
      .where(sql`status = 'made'`),
    uniqueIndex("payouts_provider_ref")
      .on(payout.providerRef)
      .where(sql`provider_ref is not null`),
    // One payout for each host and Tuesday, however often the job runs.
    uniqueIndex("payouts_of_week")
      .on(payout.hostId, payout.madeOn)
      .where(sql`not is_superseded`),
    check("payouts_superseded", sql`not is_superseded or status = 'cancelled'`),
    index("payouts_by_host").on(payout.hostId, payout.createdAt, payout.id),
    index("payouts_by_status").on(payout.status, payout.createdAt, payout.id),
  ],
);

/** Hosts whose payouts an administrator holds, with the reason that the host reads. */
export const payoutHolds = pgTable("payout_holds", {
  hostId: uuid("host_id")
    .primaryKey()
    .references(() => accounts.id),
  reason: text().notNull(),
  heldBy: text("held_by").notNull(),
  heldAt: instant("held_at").notNull(),
});

/**
 * Signs that a rental was made up to take money out, such as a payment card that renter and host share. The host's
 * payouts wait until an administrator has looked at each sign.
 */
export const payoutFlags = pgTable(
  "payout_flags",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: payoutFlagKinds }).notNull(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    foundAt: instant("found_at").notNull(),
    /** Who looked at it, when and what they found out. */
    clearedBy: text("cleared_by"),
    clearedAt: instant("cleared_at"),
    reason: text().notNull().default(""),
  },
  (flag) => [
    primaryKey({ columns: [flag.orderId, flag.kind] }),
    check("payout_flags_kind", oneOf("kind", payoutFlagKinds)),
    index("payout_flags_open")
      .on(flag.hostId)
      .where(sql`cleared_at is null`),
  ],
);

/** Hosts' accounts with Stripe, and whether transfers reach them. */
export const stripeAccounts = pgTable("stripe_accounts", {
  hostId: uuid("host_id")
    .primaryKey()
    .references(() => accounts.id),
  ref: text().notNull().unique("stripe_accounts_ref"),
  isReady: boolean("is_ready").notNull().default(false),
  /** What Stripe still asks the host for, in its own words. */
  lacks: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  checkedAt: instant("checked_at").notNull(),
});
