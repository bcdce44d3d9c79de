import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { paymentProviders } from "#domain/payments/providers.ts";
import { differenceStatuses, reportKinds } from "#domain/payments/reconciliation.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";

/** Differences between a provider's report and the ledger, until corrected or explained. Money is US cents. */
export const reconciliationDifferences = pgTable(
  "reconciliation_differences",
  {
    id: uuid().primaryKey().defaultRandom(),
    mode: text({ enum: paymentProviders }).notNull(),
    /** The provider's own id of the payment, refund or dispute. */
    ref: text().notNull(),
    kind: text({ enum: reportKinds }).notNull(),
    status: text({ enum: differenceStatuses }).notNull(),
    theirs: bigint({ mode: "number" }),
    ours: bigint({ mode: "number" }),
    currency: text().notNull(),
    onDay: date("on_day", { mode: "string" }).notNull(),
    orderId: uuid("order_id").references(() => orders.id),
    foundAt: instant("found_at").notNull(),
    /** The explanation that closed it, and its author; `system` where both sides agree now. */
    note: text().notNull().default(""),
    closedBy: text("closed_by"),
    closedAt: instant("closed_at"),
  },
  (difference) => [
    check("reconciliation_differences_mode", oneOf("mode", paymentProviders)),
    check("reconciliation_differences_kind", oneOf("kind", reportKinds)),
    check("reconciliation_differences_status", oneOf("status", differenceStatuses)),
    check("reconciliation_differences_closed", sql`(closed_by is null) = (closed_at is null)`),
    uniqueIndex("reconciliation_differences_ref").on(difference.mode, difference.ref, difference.kind),
    index("reconciliation_differences_open")
      .on(difference.foundAt)
      .where(sql`closed_at is null`),
  ],
);

/** Nights on which a provider's report was compared with the ledger: each once, by the first process. */
export const reconciliationRuns = pgTable(
  "reconciliation_runs",
  {
    mode: text({ enum: paymentProviders }).notNull(),
    onDay: date("on_day", { mode: "string" }).notNull(),
    at: instant("at").notNull(),
  },
  (run) => [
    primaryKey({ columns: [run.mode, run.onDay] }),
    check("reconciliation_runs_mode", oneOf("mode", paymentProviders)),
  ],
);
