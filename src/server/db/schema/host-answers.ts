import { sql } from "drizzle-orm";
import { check, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";

/** How a host has answered the requests of the last 90 days. A job measures it; a change renews the pages. */
export const hostAnswers = pgTable(
  "host_answers",
  {
    hostId: uuid("host_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Answered or ended requests, without those that renters withdrew or administrators answered. */
    asked: integer().notNull(),
    answered: integer().notNull(),
    /** Half of the answers came within this many minutes; null without an answer. */
    medianMinutes: integer("median_minutes"),
  },
  () => [check("host_answers_counts", sql`answered between 0 and asked`)],
);
