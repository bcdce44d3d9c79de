import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  customType,
  date,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { payoutModes, payoutStatuses } from "#domain/payouts/payouts.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** Where a host's payouts go, sealed. Replaced ones stay for the payouts that froze them. */
export const payoutDetails = pgTable(
  "payout_details",
  {
    id: uuid().primaryKey().defaultRandom(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    /** Holder, address, bank, routing and account number, under the installation's key. */
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

/** Money that goes to a host, of the credits that name it. `id` is the key of idempotency. */
export const payouts = pgTable(
  "payouts",
  {
    id: uuid().primaryKey().defaultRandom(),
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
    /** Los Angeles's day for which it was made. */
    madeOn: date("made_on", { mode: "string" }).notNull(),
    /** The bank's own reference and day. */
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
