import { isAdministrator } from "#domain/people/permissions.ts";
import type { FastifyInstance } from "fastify";
import {
  changeWizard as changeWizardEndpoint,
  completeWizard as completeWizardEndpoint,
  getWizard,
  startWizard as startWizardEndpoint,
} from "#contract/account/booking.ts";
import { clientKey } from "#server/http/client-key.ts";
import { serve } from "#server/http/serve.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import type { Services } from "#server/services.ts";
import { changeWizard } from "./change.ts";
import { completeWizard } from "./complete.ts";
import { findDraft, findJustPlaced } from "./drafts.ts";
import { wizardRenterOf } from "./hold.ts";
import { presentBooked } from "./present.ts";
import { showDraft } from "./show-draft.ts";
import { startWizard } from "./start.ts";

export function wizardRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, getWizard, async ({ query, signedIn }) => {
    const { carId } = query;
    const { account } = signedIn;
    const draft = await findDraft(database.db, { accountId: account.id, carId });
    if (draft) return showDraft(services, draft, account);
    const placed = await findJustPlaced(services, database.db, { accountId: account.id, carId });
    if (placed) return presentBooked(services, placed);
    const { fullName: name, email, phone } = account;
    return { hold: "none" as const, holdEndsAt: null, carId, renter: { name, email, phone } };
  });

  serve(app, startWizardEndpoint, async ({ body, signedIn, request }) => {
    const booker = wizardRenterOf(signedIn.account);
    const begun = await startWizard(services, body, {
      booker,
      isAdmin: isAdministrator(signedIn.account),
      language: visitorLanguage(request),
      placedFrom: clientKey(services, request.ip),
    });
    return "placed" in begun
      ? presentBooked(services, begun.placed)
      : showDraft(services, begun.draft, booker);
  });

  serve(app, changeWizardEndpoint, async ({ params, body, signedIn, request }) => {
    const booker = wizardRenterOf(signedIn.account);
    const placedFrom = clientKey(services, request.ip);
    return showDraft(services, await changeWizard(services, params.id, body, { booker, placedFrom }), booker);
  });

  serve(app, completeWizardEndpoint, async ({ params, body, signedIn, request }) => {
    const booker = wizardRenterOf(signedIn.account);
    const done = await completeWizard(services, {
      id: params.id,
      booker,
      expectedTotal: body?.expectedTotal,
      placedFrom: clientKey(services, request.ip),
    });
    return "placed" in done ? presentBooked(services, done.placed) : showDraft(services, done.draft, booker);
  });
}
