import { orderNotFound } from "#server/ledger/order-queries.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  cancelOrder as cancelOrderEndpoint,
  confirmOrderEmail,
  createBooking,
  createOrder,
  findOrder as findOrderEndpoint,
  getOrder,
} from "#contract/orders.ts";
import { Refusal } from "#contract/errors.ts";
import { isBilled } from "#domain/orders/lifecycle.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { presentMoney } from "#server/ledger/present-money.ts";
import { moneyOf } from "#server/ledger/order-money.ts";
import { openOfferOf } from "#server/orders/changes/present.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { clientKey } from "#server/http/client-key.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { signedInOf, wholeAccountOf } from "#server/auth/authorise.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import { cancelOrder } from "./cancel-order.ts";
import { confirmEmail } from "./confirm-email.ts";
import { viewerOf } from "./order-key.ts";
import { placeBooking, placePlanOrder, type OrderPlacer } from "./place-order.ts";
import { presentOrder, presentSettlement } from "./present.ts";
import { mailNewLink } from "./new-link.ts";
import { findOrder } from "./queries.ts";
import { findDraft } from "./wizard/drafts.ts";
import { showDraft } from "./wizard/show-draft.ts";

export function orderRoutes(app: FastifyInstance, services: Services): void {
  const { imageStore, database } = services;

  serve(app, createBooking, async ({ body, request, reply }) => {
    reply.header("cache-control", "no-store");
    return presentOrder(imageStore, await placeBooking(services, body, await placerOf(services, request)));
  });

  serve(app, createOrder, async ({ body, request, reply }) => {
    reply.header("cache-control", "no-store");
    return presentOrder(imageStore, await placePlanOrder(services, body, await placerOf(services, request)));
  });

  serve(app, getOrder, async ({ params, query, request, reply }) => {
    reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    if (!isUuid(params.id)) throw orderNotFound();
    const found = await findOrder(database.db, params.id);
    const caller = await wholeAccountOf(services, request);
    // What somebody is booking is an order to nobody else yet.
    const begun = found || !caller ? undefined : await findDraft(database.db, { id: params.id });
    if (caller && begun?.accountId === caller.id) return showDraft(services, begun, caller);
    if (!found) throw orderNotFound();
    const by = viewerOf(found.order, { key: query.key, accountId: caller?.id, email: caller?.email });
    if (found.order.accountId && !by && !(caller && isAdministrator(caller))) throw orderNotFound();
    const shown = presentOrder(imageStore, found, by);
    if (!by) return shown;
    const offer = await openOfferOf(database.db, found.order);
    const offered = { ...shown, ...(offer && { offer }) };
    const { status, tripStartedAt } = found.order;
    if (!isBilled(status) && status !== "cancelled" && tripStartedAt === null) return offered;
    const money = await moneyOf(database.db, found.order.id);
    return {
      ...offered,
      money: presentMoney(services, money, found.order.language),
      ...(shown.cancellable && {
        cancellation: presentSettlement(await settlementOf(services, database.db, found.order)),
      }),
    };
  });

  serve(app, cancelOrderEndpoint, async ({ owned, body, reply }) => {
    reply.header("cache-control", "no-store");
    const placed = await cancelOrder(services, owned.id, owned, body?.expectedKept);
    return presentOrder(imageStore, placed, viewerOf(placed.order, owned) ?? "key");
  });

  serve(app, confirmOrderEmail, async ({ owned, reply }) => {
    reply.header("cache-control", "no-store");
    const placed = await confirmEmail(services, owned.id, owned);
    return presentOrder(imageStore, placed, viewerOf(placed.order, owned) ?? "key");
  });

  serve(app, findOrderEndpoint, async ({ body, request, reply }) => {
    reply.header("cache-control", "no-store");
    await mailNewLink(services, body, clientKey(services, request.ip));
    return { message: "If there is such an order, an email with a link to it is on its way." };
  });
}

/**
 * The language that a caller reads, where the body does not say, where it calls from, and its account, once
 * that account's address is confirmed. Throws a Refusal for a suspended account.
 */
async function placerOf(services: Services, request: FastifyRequest): Promise<OrderPlacer> {
  const visitor = { language: visitorLanguage(request), address: request.ip };
  // Whoever lacks their second factor orders as a visitor does; whoever is suspended doesn't.
  if ((await signedInOf(services, request))?.account.suspendedAt)
    throw new Refusal("account_suspended", "This account is suspended. Please contact us.");
  const account = await wholeAccountOf(services, request);
  return account?.email
    ? { ...visitor, account: { id: account.id, email: account.email, isAdmin: isAdministrator(account) } }
    : visitor;
}
