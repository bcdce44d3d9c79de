import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import {
  decidePickupDenial,
  denyPickup as denyPickupEndpoint,
  listPickupDenials,
} from "#contract/pickup-denials.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { decideDenial } from "./decide.ts";
import { denyPickup } from "./deny.ts";
import { countDenials, findDenialForAdmins, findDenialsForAdmins, presentDenial } from "./queries.ts";

/** The routes of pickups that renters deny, and of administrators' decisions about them. */
export function pickupDenialRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, denyPickupEndpoint, async ({ params: { recordId }, body, owned, signedIn }) =>
    presentDenial(
      await denyPickup(services, {
        orderId: owned.id,
        recordId,
        words: body.words,
        by: signedIn.account.id,
      }),
    ),
  );

  serve(app, listPickupDenials, async ({ query, reply }) => {
    const { state = "open", limit = usualPage, cursor } = query;
    const isOpen = state === "open";
    const [found, total] = await Promise.all([
      findDenialsForAdmins(database, { isOpen, limit, cursor }),
      countDenials(database, isOpen),
    ]);
    setPageHeaders(reply, { path: listPickupDenials.path, total, limit, found, filters: { state } });
    return found;
  });

  serve(app, decidePickupDenial, async ({ params: { id }, body, signedIn }) => {
    await decideDenial(services, { id, ...body, by: signedIn.account.id });
    const decided = await findDenialForAdmins(database, id);
    if (!decided) throw new Refusal("not_found", "There is no such denial.");
    return decided;
  });
}
