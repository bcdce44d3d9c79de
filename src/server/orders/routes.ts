import type { FastifyInstance, FastifyRequest } from "fastify";
import { cancelOrder as cancelOrderEndpoint, createBooking, createOrder, getOrder } from "#contract/orders.ts";
import { defaultLanguage } from "#domain/languages.ts";
import { serve } from "#server/serve.ts";
import type { Services } from "#server/services.ts";
import { cookieLanguage } from "#server/visitor-language.ts";
import { cancelOrder, orderNotFound } from "./cancel-order.ts";
import { rememberCars } from "./known-cars.ts";
import { isKeyOf } from "./order-key.ts";
import { placeBooking, placePlanOrder, type Visitor } from "./place-order.ts";
import { presentOrder } from "./present.ts";
import { findOrder } from "./queries.ts";

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

export function orderRoutes(app: FastifyInstance, services: Services): void {
  const { pictures } = services;
  const knownCars = rememberCars(services);

  serve(app, createBooking, async ({ body, request, reply }) => {
    reply.header("cache-control", "no-store");
    return presentOrder(pictures, await placeBooking(services, knownCars, body, visitorOf(request)));
  });

  serve(app, createOrder, async ({ body, request, reply }) => {
    reply.header("cache-control", "no-store");
    return presentOrder(pictures, await placePlanOrder(services, body, visitorOf(request)));
  });

  serve(app, getOrder, async ({ params, query, reply }) => {
    reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    const found = isUuid(params.id) ? await findOrder(services.database.db, params.id) : undefined;
    if (!found) throw orderNotFound();
    return presentOrder(pictures, found, isKeyOf(found.order, query.key));
  });

  serve(app, cancelOrderEndpoint, async ({ params, body, reply }) => {
    reply.header("cache-control", "no-store");
    if (!isUuid(params.id)) throw orderNotFound();
    return presentOrder(pictures, await cancelOrder(services, params.id, body.key), true);
  });
}

/** The language that a caller reads, where the body does not say, and where it calls from. */
function visitorOf(request: FastifyRequest): Visitor {
  return { language: cookieLanguage(request) ?? defaultLanguage, address: request.ip };
}
