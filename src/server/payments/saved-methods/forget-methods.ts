import { inArray } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { methodsToForget, savedMethods } from "#server/db/schema/money/providers.ts";

/**
 * Deletes the payment methods that were saved with orders, so that they are no longer charged. The job of the next
 * minute makes the provider forget them. Returns the methods' labels.
 */
export async function forgetMethods(tx: Db, orderIds: string[]): Promise<string[]> {
  const gone = await tx.delete(savedMethods).where(inArray(savedMethods.orderId, orderIds)).returning();
  if (gone.length > 0)
    await tx.insert(methodsToForget).values(gone.map(({ mode, methodRef }) => ({ mode, methodRef })));
  return gone.map(({ label }) => label);
}
