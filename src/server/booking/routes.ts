import type { FastifyInstance, FastifyRequest } from "fastify";
import { confirmOrderEmail, createBooking, createOrder } from "#contract/booking.ts";
import { Refusal } from "#contract/errors.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import { signedInOf, wholeAccountOf } from "#server/auth/authorise.ts";
import { serve } from "#server/http/serve.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import { viewerOf } from "#server/orders/order-key.ts";
import { presentOrder } from "#server/orders/present.ts";
import type { Services } from "#server/services.ts";
import { confirmEmail } from "./confirm-email.ts";
import { placeBooking, placePlanOrder, type OrderPlacer } from "./place-order.ts";

/** Ordering a car or a plan, and showing that the address it was ordered with is one's own. */
export function bookingRoutes(app: FastifyInstance, services: Services): void {
  const { imageStore } = services;

  serve(app, createBooking, async ({ body, request }) => {
    return presentOrder(imageStore, await placeBooking(services, body, await placerOf(services, request)));
  });

  serve(app, createOrder, async ({ body, request }) => {
    return presentOrder(imageStore, await placePlanOrder(services, body, await placerOf(services, request)));
  });

  serve(app, confirmOrderEmail, async ({ owned }) => {
    const placed = await confirmEmail(services, owned.id, owned);
    return presentOrder(imageStore, placed, viewerOf(placed.order, owned) ?? "key");
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
