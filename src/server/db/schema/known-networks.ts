import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { instant } from "./columns.ts";

/**
 * Networks that a person has signed in from, with the second factor if there is one. A row is kept for 90 days
 * after the person's last session from there was used, so that nobody can lock out an owner who has signed out.
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
