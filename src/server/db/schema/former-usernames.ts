import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { instant } from "./columns.ts";

/** User names that people had before: the addresses of hosts' pages lead on to the present one. */
export const formerUsernames = pgTable(
  "former_usernames",
  {
    username: text().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (former) => [index("former_usernames_by_account").on(former.accountId)],
);
