import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { sessions, users } from "#server/db/schema/accounts.ts";
import { factors } from "#server/db/schema/factors.ts";
import { forgetNetworks } from "#gotrue/known-networks.ts";
import { removeFactors } from "./factors.ts";

/**
 * Removes every second factor of a user and ends their sessions. Returns the user's id and the number of factors;
 * undefined if no user has the address.
 */
export async function resetFactors(
  tx: Db,
  email: string,
): Promise<{ userId: string; count: number } | undefined> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  if (!user) return undefined;
  const found = await tx.select({ id: factors.id }).from(factors).where(eq(factors.userId, user.id));
  await removeFactors(
    tx,
    user.id,
    found.map(({ id }) => id),
  );
  await tx.delete(sessions).where(eq(sessions.userId, user.id));
  await forgetNetworks(tx, user.id);
  return { userId: user.id, count: found.length };
}
