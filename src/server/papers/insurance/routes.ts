import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getInsuranceProof, type OrderInsurance, putInsuranceProof } from "#contract/account/papers.ts";
import { Refusal } from "#contract/errors.ts";
import { statusOn } from "#domain/papers/verification.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { presentInsurance, presentVerification } from "#server/papers/present.ts";
import { insuranceOf } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";
import { keepProof, type Order } from "./keep-proof.ts";

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
