import { eq } from "drizzle-orm";
import { accounts } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import type { AccountRow } from "#server/auth/accounts.ts";

export async function changeRights(
  tx: Db,
  id: string,
  change: Partial<Pick<AccountRow, "role" | "permissions" | "suspendedAt" | "hostingSince">>,
): Promise<AccountRow> {
  const [changed] = await tx
    .update(accounts)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(accounts.id, id))
    .returning();
  if (!changed) throw new Error("The account is gone");
  return changed;
}
