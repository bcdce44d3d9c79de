import type { FastifyInstance } from "fastify";
import {
  adjustHostBalance,
  decideHostAdjustment,
  listHostAdjustments,
} from "#contract/admin/host-adjustments.ts";
import { Refusal } from "#contract/errors.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { adjustBalance } from "./adjust.ts";
import { decideAdjustment } from "./decide.ts";
import { adjustmentsOf } from "./present.ts";

/** Manual changes of hosts' balances, by administrators who manage payments. */
export function hostAdjustmentRoutes(app: FastifyInstance, services: Services): void {
  serve(app, listHostAdjustments, async ({ params: { id }, signedIn: { account } }) => {
    if (!(await findAccount(services.database.db, id)))
      throw new Refusal("account_not_found", "There is no such host.");
    return adjustmentsOf(services, id, account.id);
  });

  serve(app, adjustHostBalance, async ({ params: { id: hostId }, body, signedIn: { account } }) => {
    await adjustBalance(services, { ...body, hostId, by: account.id });
    return adjustmentsOf(services, hostId, account.id);
  });

  serve(app, decideHostAdjustment, async ({ params: { id }, body, signedIn: { account } }) => {
    const hostId = await decideAdjustment(services, { id, decision: body.decision, by: account.id });
    return adjustmentsOf(services, hostId, account.id);
  });
}
