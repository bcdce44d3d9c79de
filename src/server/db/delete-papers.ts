import { eq } from "drizzle-orm";
import type { Db } from "./open-database.ts";
import { documents, insuranceProofs, licences } from "./schema/papers.ts";

/**
 * Forgets all papers of an account, in the transaction that ends it or when their time is over. What the
 * documents showed goes with the next minute's job.
 */
export async function deletePapersOf(tx: Db, accountId: string): Promise<void> {
  await tx.delete(insuranceProofs).where(eq(insuranceProofs.accountId, accountId));
  await tx.delete(licences).where(eq(licences.accountId, accountId));
  await tx.delete(documents).where(eq(documents.accountId, accountId));
}
