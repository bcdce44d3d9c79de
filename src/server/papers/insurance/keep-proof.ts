import { and, eq, ne } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import type { Language } from "#domain/languages.ts";
import { isOpen } from "#domain/orders/lifecycle.ts";
import { needsProof, type Period, proofDateErrors } from "#domain/papers/insurance-proofs.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { insuranceProofs } from "#server/db/schema/papers.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { announce } from "#server/events/announce.ts";
import { verificationEmail } from "#server/papers/emails.ts";
import { findDocument, insuranceOf } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";

export type Order = typeof orders.$inferSelect;
type Proof = Period & { documentId: string; insurer: string; policyNumber: string };
type ProofToKeep = { order: Order; account: AccountRow; proof: Proof; language: Language };

/**
 * Hands in a proof for an order, in place of one that waits or was declined, and emails its renter. Throws a
 * Refusal for unsuitable dates, and for a document that isn't the renter's proof.
 */
export async function keepProof(
  services: Services,
  tx: Db,
  { order, account, proof, language }: ProofToKeep,
): Promise<void> {
  if (!needsProof(order) || !isOpen(order.status))
    throw new Refusal("proof_not_needed", "This order doesn't need proof of insurance.");
  const document = await findDocument(tx, proof.documentId);
  if (document?.accountId !== account.id || document.kind !== "insurance_proof")
    throw invalidField("documentId", "is no insurance proof of yours");
  const { proofs, coveredUntil: covered } = await insuranceOf(tx, order, today(services));
  const known = proofs.find(({ documentId }) => documentId === proof.documentId);
  if (known && known.state !== "declined" && isSame(known, proof)) return;
  if (known?.state === "verified") throw invalidField("documentId", "has been verified already");
  const errors = proofDateErrors(proof, { pickupDate: order.pickupDate, covered, today: today(services) });
  const [wrong] = Object.entries(errors);
  if (wrong) throw invalidField(wrong[0], "does not do for this order", wrong[1]);
  await tx
    .delete(insuranceProofs)
    .where(and(eq(insuranceProofs.orderId, order.id), ne(insuranceProofs.state, "verified")));
  const at = new Date(services.now());
  const [kept] = await tx
    .insert(insuranceProofs)
    .values({
      ...proof,
      orderId: order.id,
      accountId: account.id,
      state: "submitted",
      language,
      submittedAt: at,
      updatedAt: at,
      version: Math.max(0, ...proofs.map(({ version }) => version)) + 1,
    })
    .returning();
  await announce(tx, {
    kind: "verification",
    orderId: order.id,
    to: [account.id],
    admins: "manage_users",
  });
  const isNews = !proofs.some(({ state }) => state === "submitted");
  if (!kept || !isNews || !account.email) return;
  await services.outbox.post(tx, [
    verificationEmail(services.config, {
      subject: "insurance_proof",
      what: "received",
      to: { ...account, ...kept },
      order,
    }),
  ]);
}

const isSame = (kept: Omit<Proof, "documentId">, sent: Proof): boolean =>
  kept.validFrom === sent.validFrom &&
  kept.validUntil === sent.validUntil &&
  kept.insurer === sent.insurer &&
  kept.policyNumber === sent.policyNumber;
