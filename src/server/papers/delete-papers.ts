import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { documents, insuranceProofs, licences } from "#server/db/schema/papers.ts";

/**
 * Deletes all papers of an account, in the transaction that deletes the account or once they have been kept long enough.
 * The minute's job then deletes the files of their documents.
 */
export async function deletePapersOf(tx: Db, accountId: string): Promise<void> {
  await tx.delete(insuranceProofs).where(eq(insuranceProofs.accountId, accountId));
  await tx.delete(licences).where(eq(licences.accountId, accountId));
  await tx.delete(documents).where(eq(documents.accountId, accountId));
}
