import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  answerChange,
  listOrderChanges,
  answerOffer as answerOfferEndpoint,
  makeChange as makeChangeEndpoint,
  quoteChange,
  withdrawChange,
} from "#contract/changes.ts";
import { invalidField } from "#contract/errors.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { serve } from "#server/http/serve.ts";
import { lookerAt, orderNotFound } from "#server/orders/order-key.ts";
import { findOrder } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { answerExtension, answerOffer, changeNotFound, withdrawExtension } from "./answer-request.ts";
import { makeChange, refuseKey } from "./make-change.ts";
import { changesOf, presentChange } from "./present.ts";
import { presentQuote, quoteOf } from "./quote.ts";

/** What renters change of their orders, quoted first; and what administrators answer. */
export function changeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;
  const holderOf = async (request: FastifyRequest, key: string | undefined) => ({
    key,
    accountId: (await wholeAccountOf(services, request))?.id,
  });

  serve(app, quoteChange, async ({ params, query, body, request, reply }) => {
    reply.header("cache-control", "no-store");
    const by = await holderOf(request, query.key);
    const found = isUuid(params.id) ? await findOrder(db, params.id) : undefined;
    if (!found || !lookerAt(found.order, by)) throw orderNotFound();
    refuseKey(found.order, by, body.kind);
    return presentQuote(await quoteOf(services, db, found.order, body), found.order);
  });

  serve(app, makeChangeEndpoint, async ({ params, query, body, request }) => {
    if (!isUuid(params.id)) throw orderNotFound();
    const by = await holderOf(request, query.key);
    const { change, order } = await makeChange(services, params.id, by, body);
    return presentChange(change, order);
  });

  serve(app, withdrawChange, async ({ params, signedIn }) => {
    const { id: orderId, changeId } = params;
    if (!isUuid(orderId) || !isUuid(changeId)) throw changeNotFound();
    const accountId = signedIn.account.id;
    const { change, order } = await withdrawExtension(services, { orderId, changeId, accountId });
    return presentChange(change, order);
  });

  serve(app, answerOfferEndpoint, async ({ params, query, body, request }) => {
    const { id: orderId, changeId } = params;
    if (!isUuid(orderId) || !isUuid(changeId)) throw changeNotFound();
    const holder = await holderOf(request, query.key);
    const { change, order } = await answerOffer(services, { orderId, changeId, holder, to: body.decision });
    return presentChange(change, order);
  });

  serve(app, listOrderChanges, async ({ params, reply }) => {
    reply.header("cache-control", "no-store");
    const found = isUuid(params.id) ? await findOrder(db, params.id) : undefined;
    if (!found) throw orderNotFound();
    return changesOf(db, found.order);
  });

  serve(app, answerChange, async ({ params, body, signedIn }) => {
    if (!isUuid(params.changeId)) throw changeNotFound();
    const { decision, reason } = body;
    if (decision === "declined" && !reason) throw invalidField("reason", "is required", "required");
    const answer = { to: decision, by: signedIn.account.id, reason };
    const { change, order } = await answerExtension(services, params.changeId, answer);
    return presentChange(change, order);
  });
}
