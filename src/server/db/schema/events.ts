import { sql } from "drizzle-orm";
import { bigserial, customType, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AdminAudience, EventKind } from "#domain/events/events.ts";
import { instant } from "./columns.ts";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * What open screens are told of, for a day. Numbers are given before a transaction ends, so they become
 * visible in another order than theirs: where a reader stands is a snapshot of transactions, not a number.
 */
export const events = pgTable(
  "events",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    kind: text().$type<EventKind>().notNull(),
    /** Accounts. */
    to: uuid().array().notNull(),
    /** Which administrators, beside them. */
    admins: text().$type<AdminAudience>(),
    /** Ids of what it is about, and nothing else: what they mean is asked for with the reader's own rights. */
    about: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (event) => [index("events_by_transaction").on(event.xid), index("events_by_created").on(event.createdAt)],
);
