import { eq } from "drizzle-orm";
import { sessions, users } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { forgetNetworks } from "./known-networks.ts";
import { forEver } from "./queries.ts";

/**
 * Ends every session of a user and prevents new ones; a suspended host may still sign in to read what they earned.
 * Does nothing for people who sign in by a hosted project.
 */
export async function shutOut(tx: Db, id: string): Promise<void> {
  await tx.update(users).set({ bannedUntil: forEver, updatedAt: new Date() }).where(eq(users.id, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await forgetNetworks(tx, id);
}

export const letIn = (tx: Db, id: string): Promise<unknown> =>
  tx.update(users).set({ bannedUntil: null, updatedAt: new Date() }).where(eq(users.id, id));
