import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { checkPaymentSession, createPaymentSession, deleteSavedMethod } from "#contract/payments.ts";
import { wireMoney } from "#domain/money.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { placeOf } from "#server/http/client-key.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { type Services, today } from "#server/services.ts";
import { beginSession, checkBegun } from "./begin-session.ts";
import { builtInMode } from "./built-in-mode.ts";
import { nameOf } from "./error-name.ts";
import { loadOwnOrder } from "./order-queries.ts";
import type { Provider } from "./provider.ts";
import { chosenProvider } from "./providers.ts";
import { removeSavedMethod } from "./saved-method.ts";

type OrderRow = typeof orders.$inferSelect;

const hour = 3600;

/** How renters pay. */
export function paymentRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;
  const builtIn = builtInMode(services.config);

  /** What is to be paid, as both calls answer it. */
  async function toPay(orderId: string) {
    const standing = await standingInstalments(db, orderId);
    return {
      dueNow: wireMoney(leftToPay(standing, today(services))),
      leftToPay: wireMoney(leftToPay(standing)),
    };
  }

  /** Each use asks the provider: for one order, and from one place, only so many. */
  const limit = (request: FastifyRequest, { id }: OrderRow) =>
    refuseOver(
      services,
      [
        { key: `pay:order:${id}`, most: 30, seconds: hour },
        { key: `pay:place:${placeOf(services, request.ip)}`, most: 120, seconds: hour },
      ],
      "Please wait a while before you try to pay again.",
    );

  serve(app, createPaymentSession, async ({ params, query, body, request, reply }) => {
    reply.header("cache-control", "no-store");
    const key = body?.key ?? query.key;
    const holder = { key, accountId: (await wholeAccountOf(services, request))?.id };
    const order = await loadOwnOrder(db, params.id, holder);
    const provider = chosenProvider(services.providers, body?.provider);
    if (!provider) {
      const instructions = builtIn.instructions(order.language);
      return { mode: builtIn.kind, ...(await toPay(order.id)), ...(instructions && { instructions }) };
    }
    await limit(request, order);
    const begun = await openPage(services, provider, order, key);
    return { mode: provider.name, ...(await toPay(order.id)), ...begun };
  });

  serve(app, checkPaymentSession, async ({ params, query, request, reply }) => {
    reply.header("cache-control", "no-store");
    const holder = { key: query.key, accountId: (await wholeAccountOf(services, request))?.id };
    const order = await loadOwnOrder(db, params.id, holder);
    if (services.providers.size > 0) await limit(request, order);
    const state = services.providers.size > 0 ? await checkBegun(services, order.id) : "none";
    return { state, ...(await toPay(order.id)) };
  });

  serve(app, deleteSavedMethod, async ({ params, query, request }) => {
    const holder = { key: query.key, accountId: (await wholeAccountOf(services, request))?.id };
    const order = await loadOwnOrder(db, params.id, holder);
    await removeSavedMethod(services, order, holder.accountId ?? "renter");
    return { message: "Nothing more is charged automatically." };
  });
}

async function openPage(services: Services, provider: Provider, order: OrderRow, key: string | undefined) {
  try {
    return (await beginSession(services, provider, order, wayBack(services, order, key))) ?? {};
  } catch (error) {
    services.log.warn({ failure: nameOf(error), order: order.id }, "a provider's page could not be opened");
    throw new Refusal("provider_unavailable", "The payment page can't be opened just now. Please try again.");
  }
}

/** Whoever has a key comes back with it; an owner comes back to the trip. */
function wayBack({ config }: Services, { id }: OrderRow, key: string | undefined): string {
  const address = new URL(key ? "/order-complete" : `/dashboard/trips/${id}`, config.publicUrl.origin);
  if (key) {
    address.searchParams.set("order", id);
    address.searchParams.set("key", key);
  }
  address.searchParams.set("paid", "check");
  return address.href;
}
