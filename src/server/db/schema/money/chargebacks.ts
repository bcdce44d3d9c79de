import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { chargebackReasons, chargebackStates, undecidedStates } from "#domain/payments/chargebacks.ts";
import { paymentProviders } from "#domain/payments/providers.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { instalments, payments } from "./payments.ts";
import { orders } from "#server/db/schema/orders.ts";

/** Numbers our looks at chargebacks: an earlier look doesn't overwrite what a later one has seen. */
export const chargebackLooks = pgSequence("chargeback_looks");

/** A payment that a bank takes back, as its provider described it when we last asked. */
export const chargebacks = pgTable(
  "chargebacks",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    mode: text({ enum: paymentProviders }).notNull(),
    /** The provider's own id of it. */
    providerRef: text("provider_ref").notNull(),
    state: text({ enum: chargebackStates }).notNull(),
    reason: text({ enum: chargebackReasons }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    /** The total that has moved, as the ledger has it. */
    withdrawn: bigint({ mode: "number" }).notNull().default(0),
    reinstated: bigint({ mode: "number" }).notNull().default(0),
    fee: bigint({ mode: "number" }).notNull().default(0),
    owed: bigint({ mode: "number" }).notNull().default(0),
    withdrawnOn: date("withdrawn_on", { mode: "string" }),
    reinstatedOn: date("reinstated_on", { mode: "string" }),
    /** How often it has moved money in the ledger. */
    moves: integer().notNull().default(0),
    /** The number of the look that wrote this row. */
    look: bigint({ mode: "number" }).notNull(),
    evidenceDueAt: instant("evidence_due_at"),
    openedAt: instant("opened_at").notNull(),
    decidedAt: instant("decided_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the provider was last asked. */
    checkedAt: instant("checked_at").notNull(),
  },
  (chargeback) => [
    check("chargebacks_mode", oneOf("mode", paymentProviders)),
    check("chargebacks_state", oneOf("state", chargebackStates)),
    check("chargebacks_reason", oneOf("reason", chargebackReasons)),
    check(
      "chargebacks_amounts",
      sql`amount > 0 and withdrawn >= 0 and reinstated >= 0 and fee >= 0 and owed between 0 and withdrawn`,
    ),
    uniqueIndex("chargebacks_ref").on(chargeback.mode, chargeback.providerRef),
    index("chargebacks_by_order").on(chargeback.orderId, chargeback.openedAt),
    index("chargebacks_by_payment").on(chargeback.paymentId),
    index("chargebacks_undecided").on(chargeback.createdAt).where(oneOf("state", undecidedStates)),
    index("chargebacks_by_opening").on(chargeback.openedAt, chargeback.id),
  ],
);

/**
 * The amount paid of an instalment before a lost chargeback took it back, and the day up to which the car was
 * driven then, that day excluded: the host keeps those days' share. It counts while the chargeback is owed for.
 */
export const drivenBeforeLoss = pgTable(
  "driven_before_loss",
  {
    chargebackId: uuid("chargeback_id")
      .notNull()
      .references(() => chargebacks.id),
    instalmentId: uuid("instalment_id")
      .notNull()
      .references(() => instalments.id),
    paid: bigint({ mode: "number" }).notNull(),
    until: date({ mode: "string" }).notNull(),
  },
  (driven) => [
    primaryKey({ columns: [driven.chargebackId, driven.instalmentId, driven.until] }),
    check("driven_before_loss_paid", sql`paid > 0`),
  ],
);
