import { and, eq, ne } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getInsuranceProof, type OrderInsurance, putInsuranceProof } from "#contract/account/papers.ts";
import { invalidField, Refusal } from "#contract/errors.ts";
import type { Language } from "#domain/languages.ts";
import { isOpen } from "#domain/orders/lifecycle.ts";
import { needsProof, type Period, proofDateErrors } from "#domain/papers/insurance-proofs.ts";
import { statusOn } from "#domain/papers/verification.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { insuranceProofs } from "#server/db/papers-schema.ts";
import { orders } from "#server/db/schema.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { verificationEmail } from "#server/papers/emails.ts";
import { presentInsurance, presentVerification } from "#server/papers/present.ts";
import { findDocument, insuranceOf } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";

type Order = typeof orders.$inferSelect;
type Proof = Period & { documentId: string; insurer: string; policyNumber: string };

const mostAnHour = 30;
const hour = 3600;

/** The proofs of their own liability insurance that an order's renter shows. */
export function insuranceRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, getInsuranceProof, async ({ params, signedIn }) =>
    presentOrderInsurance(services, await ownOrder(db, params.id, signedIn.account.id)),
  );

  serve(app, putInsuranceProof, async ({ params, body, signedIn, request }) => {
    const { account } = signedIn;
    await refuseOver(
      services,
      [{ key: `insurance proofs of ${account.id}`, most: mostAnHour, seconds: hour }],
      "You have sent many proofs in the last hour. Please try again later.",
    );
    const on = today(services);
    const validFrom = body.validFrom ?? (on < body.validUntil ? on : body.validUntil);
    const proof = { insurer: "", policyNumber: "", ...body, validFrom };
    const order = await services.database.transaction(async (tx) => {
      const owned = await ownOrder(tx, params.id, account.id, true);
      await keepProof(services, tx, { order: owned, account, proof, language: readerLanguage(request) });
      return owned;
    });
    return presentOrderInsurance(services, order);
  });
}

/** An order of one's own, locked if it is to be changed. Anybody else's is none. */
async function ownOrder(db: Db, id: string, accountId: string, isLocked = false): Promise<Order> {
  const found = isUuid(id) ? db.select().from(orders).where(eq(orders.id, id)) : undefined;
  const [order] = found ? await (isLocked ? found.for("no key update") : found) : [];
  if (order?.accountId !== accountId) throw new Refusal("order_not_found", "There is no such order.");
  return order;
}

type Handed = { order: Order; account: AccountRow; proof: Proof; language: Language };

async function keepProof(
  services: Services,
  tx: Db,
  { order, account, proof, language }: Handed,
): Promise<void> {
  if (!needsProof(order) || !isOpen(order.status))
    throw new Refusal("proof_not_needed", "This order needs no proof of insurance.");
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

async function presentOrderInsurance(services: Services, order: Order): Promise<OrderInsurance> {
  const on = today(services);
  const { proofs, coveredUntil, ...found } = await insuranceOf(services.database.db, order, on);
  return {
    isNeeded: found.isNeeded,
    isRenewalDue: found.isRenewalDue,
    coveredUntil: coveredUntil ?? null,
    pickupDate: order.pickupDate,
    returnDate: order.returnDate,
    verification: presentVerification(proofs[0], found.status),
    proofs: proofs.map((proof) => ({
      ...presentInsurance(proof),
      verification: presentVerification(proof, statusOn(on, proof)),
      documentId: proof.documentId,
    })),
  };
}
