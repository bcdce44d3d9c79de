import type { FastifyInstance } from "fastify";
import { getHold, releaseHold } from "#contract/admin/hold.ts";
import { Refusal } from "#contract/errors.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { repeatErasures } from "#server/sign-in/erasures.ts";
import { audit } from "#server/db/audit.ts";
import { serve } from "#server/http/serve.ts";
import { reconcileSince } from "#server/payments/reconcile-nightly.ts";
import type { Services } from "#server/services.ts";
import { endHold } from "./keep-hold.ts";

/** The routes that release a restored installation: once, by a full administrator. */
export function holdRoutes(app: FastifyInstance, services: Services): void {
  const { hold, providers } = services;

  serve(app, getHold, () => {
    const state = hold.current();
    return {
      isHeld: state !== undefined,
      takenAt: state?.restored?.takenAt ?? null,
      restoredAt: state?.restored?.restoredAt ?? null,
      isBySetting: state?.isBySetting ?? false,
      hasProviders: providers.size > 0,
    };
  });

  serve(app, releaseHold, async ({ body, signedIn }) => {
    const state = hold.current();
    if (!state) throw new Refusal("not_held", "Nothing is held anymore.");
    if (state.isBySetting || !state.restored)
      throw new Refusal(
        "held_by_setting",
        "The setting HELD is on. Turn it off and start the server again to go on.",
      );
    const erasedAgain = await repeatErasures(services);
    const differences = await reconcileSince(services, dateInLosAngeles(Date.parse(state.restored.takenAt)));
    if (differences > 0 && !body.acceptDifferences)
      throw new Refusal(
        "not_reconciled",
        `Your payment provider and your books differ in ${differences} lines. See to them in Finance, or let it go all the same.`,
      );
    const isEnded = await services.database.transaction(async (tx) => {
      const isOurs = await endHold(tx);
      if (isOurs)
        await audit(tx, {
          actor: signedIn.account.id,
          entity: "permission",
          entityId: "hold",
          action: "released",
          after: { takenAt: state.restored?.takenAt, erasedAgain, differences },
        });
      return isOurs;
    });
    if (!isEnded) throw new Refusal("not_held", "Nothing is held anymore.");
    await hold.look();
    return { erasedAgain, differences };
  });
}
