import { desc, eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  answerChange,
  listOrderChanges,
  makeChange as makeChangeEndpoint,
  type OrderChange,
  quoteChange,
  withdrawChange,
} from "#contract/changes.ts";
import { invalidField } from "#contract/errors.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import { orderChanges } from "#server/db/changes-schema.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { serve } from "#server/http/serve.ts";
import { lookerAt, orderNotFound } from "#server/orders/order-key.ts";
import { findOrder, type OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { answerExtension, changeNotFound, withdrawExtension } from "./answer-extension.ts";
import { type ChangeRow, makeChange, refuseKey } from "./make-change.ts";
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

const presentChange = (change: ChangeRow, order: Pick<OrderRow, "returnDate">): OrderChange => ({
  ...presentQuote(change, order),
  id: change.id,
  status: change.status,
  answerUntil: change.answerUntil?.toISOString() ?? null,
  reason: change.reason,
  createdAt: change.createdAt.toISOString(),
});

/** What has been changed of an order, the last at the head. */
export const changesOf = async (
  db: Db,
  order: Pick<OrderRow, "id" | "returnDate">,
): Promise<OrderChange[]> => {
  const found = await db
    .select()
    .from(orderChanges)
    .where(eq(orderChanges.orderId, order.id))
    .orderBy(desc(orderChanges.createdAt));
  return found.map((change) => presentChange(change, order));
};
