import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { sessions, users } from "#server/db/schema/accounts.ts";
import { factors } from "#server/db/schema/factors.ts";
import { forgetNetworks } from "#gotrue/sessions/known-networks.ts";
import { removeFactors } from "./factors.ts";

/**
 * Takes every second factor of a user away and ends their sessions. Answers the user's id and how many factors there
 * were; undefined where nobody has the address.
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
