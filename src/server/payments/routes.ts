import type { FastifyInstance } from "fastify";
import { createPaymentSession } from "#contract/payments.ts";
import { wireMoney } from "#domain/money.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import { serve } from "#server/http/serve.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { type Services, today } from "#server/services.ts";
import { builtInMode } from "./built-in-mode.ts";
import { loadOwnOrder } from "./order-queries.ts";

/** How renters pay. */
export function paymentRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;
  const mode = builtInMode(services.config);

  serve(app, createPaymentSession, async ({ params, query, body, request, reply }) => {
    reply.header("cache-control", "no-store");
    const holder = { key: body.key ?? query.key, accountId: (await wholeAccountOf(services, request))?.id };
    const order = await loadOwnOrder(db, params.id, holder);
    const standing = await standingInstalments(db, order.id);
    const instructions = mode.instructions(order.language);
    return {
      mode: mode.kind,
      dueNow: wireMoney(leftToPay(standing, today(services))),
      leftToPay: wireMoney(leftToPay(standing)),
      ...(instructions && { instructions }),
    };
  });
}
