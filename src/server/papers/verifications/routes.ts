import type { FastifyInstance } from "fastify";
import { decideVerification, listVerifications } from "#contract/admin/papers.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { decide, verificationNotFound } from "./decide.ts";
import { countQueued, findQueued, loadQueued } from "./find-verifications.ts";

/** What administrators have to check, and their decisions. */
export function verificationRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, listVerifications, async ({ query, reply }) => {
    const { limit = usualPage, cursor, subject, accountId } = query;
    const filters = {
      status: query.status ?? (accountId ? undefined : ("submitted" as const)),
      subject,
      accountId,
    };
    const on = today(services);
    const found = await findQueued(database, filters, { today: on, limit, cursor });
    const total = await countQueued(database, filters, on);
    setPageHeaders(reply, { path: listVerifications.path, total, limit, found, filters });
    return loadQueued(database.db, found, on);
  });

  serve(app, decideVerification, async ({ params, body, signedIn }) => {
    const subject = await decide(services, { id: params.id, by: signedIn.account, ...body });
    const [decided] = await loadQueued(database.db, [{ id: params.id, subject }], today(services));
    if (!decided) throw verificationNotFound();
    return decided;
  });
}
