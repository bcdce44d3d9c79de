import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#server/db/schema/columns.ts";

/** Months, as "2026-11", whose books are closed: a trigger lets nothing be posted into them. */
export const closedMonths = pgTable(
  "closed_months",
  {
    month: text().primaryKey(),
    closedBy: text("closed_by").notNull(),
    closedAt: instant("closed_at").notNull(),
  },
  () => [check("closed_months_month", sql`month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`)],
);
