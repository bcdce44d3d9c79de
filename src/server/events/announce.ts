import { sql } from "drizzle-orm";
import type { AdminAudience, EventKind } from "#domain/events/events.ts";
import { events } from "#server/db/schema/events.ts";
import type { Db } from "#server/db/open-database.ts";

/** The channel that tells processes of new announcements. */
export const eventChannel = "events";

/** Only ids: a reader loads what has happened with their own rights. */
export type Announcement = {
  kind: EventKind;
  orderId?: string;
  conversationId?: string;
  messageId?: string;
  /** The accounts that it is for. Only their pages and the administrators' learn of it. */
  to?: readonly (string | null)[];
  /** The administrators who get it too. */
  admins?: AdminAudience;
};

/** Notifies open pages of a transaction's changes once it is done; of a rolled-back transaction nobody hears. */
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
