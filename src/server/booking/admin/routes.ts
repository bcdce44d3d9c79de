import type { FastifyInstance } from "fastify";
import { enterBooking, enterPlanOrder } from "#contract/admin/booking.ts";
import { defaultLanguage } from "#domain/languages.ts";
import { serve } from "#server/http/serve.ts";
import { placeBooking, placePlanOrder, type OrderPlacer } from "#server/booking/place-order.ts";
import { presentAdminOrder } from "#server/orders/admin/present.ts";
import { loadListedOrder } from "#server/orders/admin/queries.ts";
import { type Services, today } from "#server/services.ts";

/** Orders that somebody makes by telephone. */
export function bookingAdminRoutes(app: FastifyInstance, services: Services): void {
  serve(app, enterBooking, async ({ body: { confirm, ...body }, signedIn }) => {
    const { order } = await placeBooking(services, body, byAdmin(signedIn, confirm));
    return present(order.id);
  });

  serve(app, enterPlanOrder, async ({ body, signedIn }) => {
    const { order } = await placePlanOrder(services, body, byAdmin(signedIn));
    return present(order.id);
  });

  const present = async (id: string) =>
    presentAdminOrder(await loadListedOrder(services.database, id), today(services));
}

const byAdmin = ({ account }: { account: { id: string } }, isConfirmed = false): OrderPlacer => ({
  language: defaultLanguage,
  adminId: account.id,
  isConfirmed,
});
