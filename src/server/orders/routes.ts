import { orderNotFound } from "#server/ledger/order-queries.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import type { FastifyInstance } from "fastify";
import {
  cancelOrder as cancelOrderEndpoint,
  findOrder as findOrderEndpoint,
  getOrder,
} from "#contract/orders.ts";
import { asksForPrice } from "#domain/orders/paid-first.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { presentMoney } from "#server/ledger/present-money.ts";
import { moneyOf } from "#server/ledger/order-money.ts";
import { clientKey } from "#server/http/client-key.ts";
import { cookieLanguage } from "#server/http/visitor-language.ts";
import { serve } from "#server/http/serve.ts";
import { hostAddressOf } from "#server/rentals/host-address.ts";
import type { Services } from "#server/services.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import { cancelOrder } from "./cancel-order.ts";
import { viewerOf } from "./order-key.ts";
import { presentOrder, presentSettlement } from "./present.ts";
import { mailNewLink } from "./new-link.ts";
import { findOrder } from "./queries.ts";

export function orderRoutes(app: FastifyInstance, services: Services): void {
  const { database, orderParts } = services;

  serve(app, getOrder, async ({ params, query, request, reply }) => {
    reply.header("x-robots-tag", "noindex");
    const found = await findOrder(database.db, params.id);
    const caller = await wholeAccountOf(services, request);
    // A booking that isn't finished is an order only for the person who is booking.
    if (!found) {
      const booking = caller && (await orderParts.showOwnDraft(services, params.id, caller));
      if (booking) return booking;
      throw orderNotFound();
    }
    const reader = { key: query.key, accountId: caller?.id, email: caller?.email };
    const by = viewerOf(found.order, reader, services.now());
    if (found.order.accountId && !by && !(caller && isAdministrator(caller))) throw orderNotFound();
    const shown = presentOrder(services, found, by);
    if (!by) return shown;
    const offer = await orderParts.openOfferOf(database.db, found.order);
    const isEnded = await orderParts.isEnded(database.db, found.order);
    const hostAddress = await hostAddressOf(database.db, found.order, services.now());
    const offered = {
      ...shown,
      ...(offer && { offer }),
      ...(isEnded && { ended: true }),
      ...(hostAddress && { hostAddress }),
    };
    const { status, tripStartedAt } = found.order;
    if (!asksForPrice(found.order) && status !== "cancelled" && tripStartedAt === null) return offered;
    const money = await moneyOf(database.db, found.order.id);
    const payUntil = await orderParts.payUntilOf(services, database.db, found.order);
    const language = cookieLanguage(request) ?? found.order.language;
    return {
      ...offered,
      money: presentMoney(services, money, language, payUntil),
      ...(shown.cancellable && {
        cancellation: presentSettlement(await settlementOf(services, database.db, found.order)),
      }),
    };
  });

  serve(app, cancelOrderEndpoint, async ({ owned, body }) => {
    const placed = await cancelOrder(services, owned.id, owned, body?.expectedKept);
    return presentOrder(services, placed, viewerOf(placed.order, owned, services.now()) ?? "key");
  });

  serve(app, findOrderEndpoint, async ({ body, request }) => {
    await mailNewLink(services, body, clientKey(services, request.ip));
    return { message: "If there is such an order, an email with a link to it is on its way." };
  });
}
