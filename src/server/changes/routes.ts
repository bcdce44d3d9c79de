import { hour, secondsIn } from "#domain/durations.ts";
import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import type { FastifyInstance } from "fastify";
import {
  answerChange,
  listOrderChanges,
  answerOffer as answerOfferEndpoint,
  makeChange as makeChangeEndpoint,
  quoteChange,
  quoteReturn,
  withdrawChange,
} from "#contract/changes.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { findOrder } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { answerChangeRequest, answerOffer, withdrawChangeRequest } from "./answer-request.ts";
import { makeChange, refuseKey } from "./make-change.ts";
import { changesOf, presentChange } from "./present.ts";
import { presentQuote, quoteOf } from "./quote.ts";
import { requireReason } from "./require-reason.ts";
import { quoteReturnNow } from "./return-now.ts";

/** Changes of one order: each writes to its renter and to the back office. */
const mostAnHour = 20;

/** Changes that renters make to their orders, with quotes; and the answers of administrators. */
export function changeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, quoteChange, async ({ body, owned }) => {
    const order = await loadOrder(db, owned.id);
    refuseKey(order, owned, body.kind);
    return presentQuote(await quoteOf(services, db, order, body), order);
  });

  serve(app, quoteReturn, async ({ owned }) => {
    const order = await loadOrder(db, owned.id);
    return quoteReturnNow(services, db, { order, isRenter: owned.relation === "renter" });
  });

  serve(app, makeChangeEndpoint, async ({ body, owned }) => {
    // A renter who wants to cancel never has to wait.
    if (body.kind !== "cancel")
      await refuseOver(
        services,
        [{ key: `changes of order ${owned.id.toLowerCase()}`, most: mostAnHour, seconds: secondsIn(hour) }],
        "You have changed this order many times in the last hour. Please try again later, or call us.",
      );
    const { change, order } = await makeChange(services, owned.id, owned, body);
    return presentChange(change, order);
  });

  serve(app, withdrawChange, async ({ params: { changeId }, owned, signedIn }) => {
    const { change, order } = await withdrawChangeRequest(services, {
      orderId: owned.id,
      changeId,
      accountId: signedIn.account.id,
    });
    return presentChange(change, order);
  });

  serve(app, answerOfferEndpoint, async ({ params: { changeId }, body, owned }) => {
    const answered = { orderId: owned.id, changeId, holder: owned, to: body.decision };
    const { change, order } = await answerOffer(services, answered);
    return presentChange(change, order);
  });

  serve(app, listOrderChanges, async ({ params }) => {
    const found = await findOrder(db, params.id);
    if (!found) throw orderNotFound();
    return changesOf(db, found.order);
  });

  serve(app, answerChange, async ({ params, body, signedIn }) => {
    requireReason(body);
    const { decision, reason } = body;
    const answer = { to: decision, by: signedIn.account.id, reason };
    const { change, order } = await answerChangeRequest(services, params.changeId, answer);
    return presentChange(change, order);
  });
}
