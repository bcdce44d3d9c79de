import type { FastifyInstance } from "fastify";
import { confirmOrderOrigin, listUnconfirmedOrders } from "#contract/account/booking.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { sayOrderOrigin } from "./unconfirmed.ts";
import { findUnconfirmedOrders, presentUnconfirmed } from "./unconfirmed-queries.ts";

/** Orders that visitors made with an account's address, until the account says whether they are its own. */
export function unconfirmedRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listUnconfirmedOrders, async ({ signedIn }) => {
    return (await findUnconfirmedOrders(db, signedIn.account.email)).map(presentUnconfirmed);
  });

  serve(app, confirmOrderOrigin, async ({ params, body, signedIn: { account } }) => {
    await sayOrderOrigin(services, params.id, account, body.isMine);
    return { success: true };
  });
}
