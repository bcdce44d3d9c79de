import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { day } from "#domain/durations.ts";
import {
  countSubscriptions as countSubscriptionsEndpoint,
  listSubscriptions,
} from "#contract/admin/subscriptions.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { countAll, countSubscriptions, findSubscriptions } from "./admin-queries.ts";
import { exportSubscriptions } from "./export-subscriptions.ts";

const recentDays = 7;

/** People who subscribed to our updates, for administrators who read reports. */
export function subscriptionAdminRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;

  serve(app, listSubscriptions, async ({ query, reply }) => {
    const { limit = usualPage, cursor } = query;
    const found = await findSubscriptions(database.db, { limit, cursor });
    setPageHeaders(reply, { path: listSubscriptions.path, total: await countAll(database), limit, found });
    return found.map(({ id, email, source, createdAt, confirmedAt, unsubscribedAt }) => ({
      id,
      email,
      source,
      createdAt: createdAt.toISOString(),
      confirmedAt: confirmedAt?.toISOString() ?? null,
      unsubscribedAt: unsubscribedAt?.toISOString() ?? null,
    }));
  });

  serve(app, countSubscriptionsEndpoint, () =>
    countSubscriptions(database, new Date(now() - recentDays * day)),
  );

  serveCsv(app, services, {
    url: "/api/email-subscriptions/export.csv",
    access: listSubscriptions.access,
    file: (on) => tableFile("email_subscriptions", on),
    rows: () => Promise.resolve(Readable.from(exportSubscriptions(database.db))),
  });
}
