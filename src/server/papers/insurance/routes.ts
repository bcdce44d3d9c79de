import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getInsuranceProof, type OrderInsurance, putInsuranceProof } from "#contract/account/papers.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { isOwnedBy } from "#domain/people/relations.ts";
import { statusOn } from "#domain/papers/verification.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { presentInsurance, presentVerification } from "#server/papers/present.ts";
import { insuranceOf } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";
import { keepProof, type Order } from "./keep-proof.ts";

const mostAnHour = 30;

/** The proofs of their own liability insurance that an order's renter shows. */
export function insuranceRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, getInsuranceProof, async ({ owned }) =>
    presentOrderInsurance(services, await loadOrder(db, owned.id)),
  );

  serve(app, putInsuranceProof, async ({ body, owned, signedIn: { account }, request }) => {
    await refuseOver(
      services,
      [{ key: `insurance proofs of ${account.id}`, most: mostAnHour, seconds: secondsIn(hour) }],
      "You have sent many proofs in the last hour. Please try again later.",
    );
    const on = today(services);
    const validFrom = body.validFrom ?? (on < body.validUntil ? on : body.validUntil);
    const proof = { insurer: "", policyNumber: "", ...body, validFrom };
    const order = await services.database.transaction(async (tx) => {
      const locked = await lockOwnOrder(tx, owned.id, account);
      await keepProof(services, tx, { order: locked, account, proof, language: readerLanguage(request) });
      return locked;
    });
    return presentOrderInsurance(services, order);
  });
}

/** Locks an order, if it still is the account's. */
async function lockOwnOrder(tx: Db, id: string, account: { id: string }): Promise<Order> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("no key update");
  if (!order || !isOwnedBy(order, account.id)) throw orderNotFound();
  return order;
}

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
