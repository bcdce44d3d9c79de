import { desc, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { makeChange as makeChangeEndpoint, type OrderChange, quoteChange } from "#contract/changes.ts";
import { orderChanges } from "#server/db/changes-schema.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { serve } from "#server/http/serve.ts";
import { isOwner, orderNotFound } from "#server/orders/order-key.ts";
import { findOrder, type OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { type ChangeRow, makeChange } from "./make-change.ts";
import { presentQuote, quoteOf } from "./quote.ts";

/** What renters change of their orders at once, quoted first. */
export function changeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, quoteChange, async ({ params, body, signedIn, reply }) => {
    reply.header("cache-control", "no-store");
    const found = isUuid(params.id) ? await findOrder(db, params.id) : undefined;
    if (!found || !isOwner(found.order, signedIn.account.id)) throw orderNotFound();
    return presentQuote(await quoteOf(services, db, found.order, body), found.order);
  });

  serve(app, makeChangeEndpoint, async ({ params, body, signedIn }) => {
    if (!isUuid(params.id)) throw orderNotFound();
    const { change, order } = await makeChange(services, params.id, signedIn.account.id, body);
    return presentChange(change, order);
  });
}

const presentChange = (change: ChangeRow, order: Pick<OrderRow, "returnDate">): OrderChange => ({
  ...presentQuote(change, order),
  id: change.id,
  status: change.status,
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
