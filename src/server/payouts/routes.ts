import type { FastifyInstance } from "fastify";
import {
  beginPayoutOnboarding,
  getPayoutSettings,
  listHostPayouts,
  savePayoutDetails,
} from "#contract/host/payouts.ts";
import { Refusal } from "#contract/errors.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { refuseUnpaid } from "./refuse-unpaid.ts";
import { saveDetails } from "./details.ts";
import { payoutSettingsOf, presentHostPayout } from "./present.ts";
import { findPayouts } from "./queries.ts";
import { beginOnboarding } from "./stripe-connect/onboarding.ts";

/** A host's own payouts, and where they go. */
export function payoutRoutes(app: FastifyInstance, services: Services): void {
  serve(app, listHostPayouts, async ({ query, signedIn: { account }, reply }) => {
    const { limit = usualPage, cursor } = query;
    const { found, total } = await findPayouts(services.database, { hostId: account.id }, { limit, cursor });
    setPageHeaders(reply, { path: listHostPayouts.path, total, limit, found, filters: {} });
    return found.map(presentHostPayout);
  });

  serve(app, getPayoutSettings, ({ signedIn: { account } }) => payoutSettingsOf(services, account));

  serve(app, savePayoutDetails, async ({ body, signedIn: { account } }) => {
    if (services.config.stripeConnect)
      throw new Refusal("payout_by_provider", "Payouts go through Stripe here. Say where on Stripe's pages.");
    await refuseUnpaid(services, account);
    await saveDetails(services, { account, details: body });
    return payoutSettingsOf(services, account);
  });

  serve(app, beginPayoutOnboarding, async ({ signedIn: { account } }) => ({
    url: await beginOnboarding(services, account),
  }));
}
