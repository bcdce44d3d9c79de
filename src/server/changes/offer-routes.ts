import { orderNotFound } from "#server/ledger/order-queries.ts";
import type { FastifyInstance } from "fastify";
import {
  offerCar as offerCarEndpoint,
  quoteOffer as quoteOfferEndpoint,
  withdrawOffer as withdrawOfferEndpoint,
} from "#contract/changes.ts";
import { serve } from "#server/http/serve.ts";
import { findOrder } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { withdrawOffer } from "./answer-request.ts";
import { offerCar, quoteOffer } from "./offer-car.ts";
import { presentChange } from "./present.ts";
import { presentQuote } from "./quote.ts";

/** Another car that administrators offer an order's renter. */
export function offerRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, quoteOfferEndpoint, async ({ params, body, signedIn }) => {
    const found = await findOrder(db, params.id);
    if (!found) throw orderNotFound();
    const { id: by } = signedIn.account;
    return presentQuote(await quoteOffer(services, db, found.order, { carId: body.carId, by }), found.order);
  });

  serve(app, offerCarEndpoint, async ({ params, body, signedIn }) => {
    const { id = crypto.randomUUID(), carId, reason } = body;
    const offer = { id, orderId: params.id, carId, reason, by: signedIn.account.id };
    const { change, order } = await offerCar(services, offer);
    return presentChange(change, order);
  });

  serve(app, withdrawOfferEndpoint, async ({ params, signedIn }) => {
    const { change, order } = await withdrawOffer(services, params.changeId, signedIn.account.id);
    return presentChange(change, order);
  });
}
