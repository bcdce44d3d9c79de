import { inArray } from "drizzle-orm";
import type { Db } from "./open-database.ts";
import { methodsToForget, savedMethods } from "./schema/money/providers.ts";

/**
 * Charges nothing more to what was saved with orders; its provider forgets it with the next minute's job. Answers
 * what they were known by.
 */
export async function forgetMethods(tx: Db, orderIds: string[]): Promise<string[]> {
  const gone = await tx.delete(savedMethods).where(inArray(savedMethods.orderId, orderIds)).returning();
  if (gone.length > 0)
    await tx.insert(methodsToForget).values(gone.map(({ mode, methodRef }) => ({ mode, methodRef })));
  return gone.map(({ label }) => label);
}
