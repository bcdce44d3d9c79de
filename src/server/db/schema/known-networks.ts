import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { instant } from "./columns.ts";

/**
 * Networks that somebody has signed in from, with the second factor where they have one: kept for 90 days after their
 * last session there was used, so that nobody locks an owner out who has signed out.
 */
export const knownNetworks = pgTable(
  "known_networks",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** A keyed hash, as a session keeps it. */
    network: text().notNull(),
    seenAt: instant("seen_at").notNull(),
  },
  (known) => [
    primaryKey({ columns: [known.userId, known.network] }),
    index("known_networks_by_seen").on(known.seenAt),
  ],
);
