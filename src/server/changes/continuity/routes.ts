import type { FastifyInstance } from "fastify";
import {
  agreeToReplacement as agreeEndpoint,
  dismissEnding as dismissEndpoint,
  endOrder,
  listContinuity as listEndpoint,
} from "#contract/admin/endings.ts";
import {
  declineReplacements as declineEndpoint,
  type EndingAnswer,
  getReplacements,
  takeReplacement as takeEndpoint,
} from "#contract/continuity.ts";
import { endHostTrip } from "#contract/host/endings.ts";
import { wireMoney } from "#domain/money.ts";
import { serve } from "#server/http/serve.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { agreeToReplacement, dismissEnding, listContinuity } from "./for-admins.ts";
import { endRental, type EndRequest } from "./end-rental.ts";
import { presentReplacements } from "./present.ts";
import { type EndingRow, lastEndingOf, openOffersOf } from "./queries.ts";
import { type OrderEnding, declineReplacements, noEnding, takeReplacement } from "./take.ts";

/** The routes for ending rentals, and for the cars that their renters may take instead. */
export function continuityRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, endHostTrip, ({ owned, body: { reason }, signedIn: { account } }) =>
    end({ orderId: owned.id, reason, side: "host", by: account.id }),
  );

  serve(app, endOrder, ({ owned, body: { reason }, signedIn: { account } }) =>
    end({ orderId: owned.id, reason, side: "desk", by: account.id }),
  );

  serve(app, dismissEndpoint, async ({ owned, signedIn: { account } }) =>
    presentEnding(await dismissEnding(services, { orderId: owned.id, by: account.id })),
  );

  serve(app, agreeEndpoint, async ({ owned, params: { carId }, signedIn: { account } }) => {
    return presentEnding(await agreeToReplacement(services, { orderId: owned.id, carId, by: account.id }));
  });

  serve(app, listEndpoint, () => listContinuity(services));

  serve(app, getReplacements, async ({ owned, reply }) => {
    reply.header("x-robots-tag", "noindex");
    const ending = await lastEndingOf(db, owned.id);
    // The renter does not see a host's request that the back office has not granted.
    if (!ending || ending.state === "asked" || ending.state === "dismissed") throw noEnding();
    return presentReplacements(services, db, await loadOrder(db, owned.id), ending);
  });

  serve(app, takeEndpoint, async ({ owned, params: { carId } }) => {
    return presentChosen(await takeReplacement(services, { orderId: owned.id, carId, holder: owned }));
  });

  serve(app, declineEndpoint, async ({ owned }) => {
    return presentChosen(await declineReplacements(services, { orderId: owned.id, holder: owned }));
  });

  const end = async (request: EndRequest): Promise<EndingAnswer> =>
    presentEnding(await endRental(services, request));

  async function presentEnding(ending: EndingRow): Promise<EndingAnswer> {
    const { status } = await loadOrder(db, ending.orderId);
    const offers = ending.state === "offered" ? await openOffersOf(db, ending.id) : [];
    return {
      state: ending.state,
      status,
      endsOn: ending.endsOn,
      offered: offers.filter(({ offer }) => !offer.needsAgreement).length,
      heldUntil: ending.state === "offered" ? (ending.answerUntil?.toISOString() ?? null) : null,
    };
  }
}

const presentChosen = ({
  order: { id, status, carName, returnDate, total },
  ending: { state },
}: OrderEnding) => ({
  id,
  status,
  carName,
  returnDate,
  total: wireMoney(total),
  state,
});
