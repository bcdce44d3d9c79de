import { sql } from "drizzle-orm";
import type { AdminAudience, EventKind } from "#domain/events/events.ts";
import { events } from "#server/db/schema/events.ts";
import type { Db } from "#server/db/open-database.ts";

/** The channel on which processes hear that something was announced. */
export const eventChannel = "events";

/** Ids alone: what has happened is read with the reader's own rights. */
export type Announcement = {
  kind: EventKind;
  orderId?: string;
  conversationId?: string;
  messageId?: string;
  /** Accounts that it is for. Nobody's screen but theirs, and the administrators', is told. */
  to?: readonly (string | null)[];
  /** Which administrators are told too. */
  admins?: AdminAudience;
};

/** Tells open screens of what a transaction does, once it is done; of what is rolled back nobody hears. */
export async function announce(tx: Db, ...announced: Announcement[]): Promise<void> {
  const rows = announced
    .map(({ kind, to = [], admins = null, ...about }) => ({
      kind,
      to: [...new Set(to)].filter((id): id is string => id !== null),
      admins,
      about,
    }))
    .filter(({ to, admins }) => to.length > 0 || admins !== null);
  if (rows.length === 0) return;
  await tx.insert(events).values(rows);
  await tx.execute(sql`select pg_notify(${eventChannel}, '')`);
}
