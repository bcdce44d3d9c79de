import { sql } from "drizzle-orm";
import { bigserial, customType, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AdminAudience, EventKind } from "#domain/events/events.ts";
import { instant } from "./columns.ts";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * The events that open screens receive, kept for a day. Numbers are given before a transaction ends, so they don't
 * become visible in their own order: a reader's position is a snapshot of transactions, not a number.
 */
export const events = pgTable(
  "events",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    kind: text().$type<EventKind>().notNull(),
    /** The accounts that receive the event. */
    to: uuid().array().notNull(),
    /** The administrators who receive it too. */
    admins: text().$type<AdminAudience>(),
    /** Only ids: a reader fetches what they stand for with the reader's own rights. */
    about: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (event) => [index("events_by_transaction").on(event.xid), index("events_by_created").on(event.createdAt)],
);
