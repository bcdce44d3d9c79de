import { desc, eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { documents, insuranceProofs } from "#server/db/schema/papers.ts";
import { presentInsurance, presentLicence } from "./present.ts";
import { findLicence, type LicenceRow, type ProofRow } from "./queries.ts";

/** The papers in an account's export: what was typed and decided, and the list of documents. */
export async function papersOf(db: Db, accountId: string) {
  const licence = await findLicence(db, accountId);
  const proofs = await db
    .select()
    .from(insuranceProofs)
    .where(eq(insuranceProofs.accountId, accountId))
    .orderBy(desc(insuranceProofs.submittedAt));
  const kept = await db
    .select()
    .from(documents)
    .where(eq(documents.accountId, accountId))
    .orderBy(documents.createdAt);
  return {
    licence: licence ? { ...presentLicence(licence), ...stateOf(licence) } : null,
    insuranceProofs: proofs.map((proof) => ({
      orderId: proof.orderId,
      ...presentInsurance(proof),
      ...stateOf(proof),
    })),
    documents: kept.map(({ id, kind, createdAt }) => ({ id, kind, createdAt: createdAt.toISOString() })),
  };
}

type KeptPaper = LicenceRow | ProofRow;
const stateOf = ({ state, submittedAt, decidedAt, reasonCode, reason }: KeptPaper) => ({
  state,
  submittedAt: submittedAt?.toISOString() ?? null,
  decidedAt: decidedAt?.toISOString() ?? null,
  reasonCode,
  reason,
});
