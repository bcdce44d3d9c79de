import { sql } from "drizzle-orm";
import { bigint, check, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { HostStatement } from "#domain/payouts/statements.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { instant } from "#server/db/schema/columns.ts";

/**
 * Numbered statements of the credits and payouts of hosts in a month. The content is frozen in `statement`: a
 * trigger refuses every change.
 */
export const hostStatements = pgTable(
  "host_statements",
  {
    number: text().primaryKey(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    /** "2026-12". */
    month: text().notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    opening: bigint({ mode: "number" }).notNull(),
    closing: bigint({ mode: "number" }).notNull(),
    statement: jsonb().$type<HostStatement>().notNull(),
    issuedAt: instant("issued_at").notNull(),
  },
  (statement) => [
    check("host_statements_month", sql`month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    uniqueIndex("host_statements_month_of_host").on(statement.hostId, statement.month),
  ],
);
