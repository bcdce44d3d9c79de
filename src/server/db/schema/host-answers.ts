import { sql } from "drizzle-orm";
import { check, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";

/**
 * How a host has answered the requests of the last 90 days. Measured by a job; pages are made anew where it changes.
 */
export const hostAnswers = pgTable(
  "host_answers",
  {
    hostId: uuid("host_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Requests whose time is over or that were answered; what a renter took back or the desk answered is none. */
    asked: integer().notNull(),
    answered: integer().notNull(),
    /** Half of the answers came within so many minutes; null without an answer. */
    medianMinutes: integer("median_minutes"),
  },
  () => [check("host_answers_counts", sql`answered between 0 and asked`)],
);
