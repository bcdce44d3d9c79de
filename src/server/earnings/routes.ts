import type { FastifyInstance } from "fastify";
import { getHostEarnings, listHostCredits } from "#contract/host/earnings.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { earningsOf, presentCredit } from "./present.ts";
import { countCredits, findCredits } from "./queries.ts";

/** A host's earnings from their cars, and the state of each cent. */
export function earningsRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, getHostEarnings, ({ signedIn: { account } }) => earningsOf(services, account.id));

  serve(app, listHostCredits, async ({ query, signedIn: { account }, reply }) => {
    const { limit = usualPage, cursor, order } = query;
    const [found, total] = await Promise.all([
      findCredits(database, account.id, {
        limit,
        cursor,
        orderId: order,
        holdDays: services.config.hostHoldDays,
      }),
      countCredits(database, account.id, order),
    ]);
    setPageHeaders(reply, { path: listHostCredits.path, total, limit, found, filters: { order } });
    return found.map((credit) => presentCredit(credit, today(services)));
  });
}
