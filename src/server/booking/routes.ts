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

/** The routes to order a car or a plan, and to confirm the email address of an order. */
export function bookingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, createBooking, async ({ body, request }) => {
    return presentOrder(services, await placeBooking(services, body, await placerOf(services, request)));
  });

  serve(app, createOrder, async ({ body, request }) => {
    return presentOrder(services, await placePlanOrder(services, body, await placerOf(services, request)));
  });

  serve(app, confirmOrderEmail, async ({ owned }) => {
    const placed = await confirmEmail(services, owned.id, owned);
    return presentOrder(services, placed, viewerOf(placed.order, owned, services.now()) ?? "key");
  });
}

/**
 * A caller's language (for a body without one), network address and account, if the account's address is
 * confirmed. Throws a Refusal for a suspended account.
 */
async function placerOf(services: Services, request: FastifyRequest): Promise<OrderPlacer> {
  const visitor = { language: visitorLanguage(request), address: request.ip };
  // A caller without their second factor orders as a visitor; a suspended one can't order.
  if ((await signedInOf(services, request))?.account.suspendedAt)
    throw new Refusal("account_suspended", "This account is suspended. Please contact us.");
  const account = await wholeAccountOf(services, request);
  return account?.email
    ? { ...visitor, account: { id: account.id, email: account.email, isAdmin: isAdministrator(account) } }
    : visitor;
}
