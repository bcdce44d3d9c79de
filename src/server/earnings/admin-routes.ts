import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getHostMoney, listCreditsOfHost } from "#contract/host/money-for-admins.ts";
import { Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { hostsFile } from "#domain/saved-tables.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { findHostStatements } from "./statements/queries.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { exportHostYear } from "./export-host-year.ts";
import { earningsOf, presentCredit } from "./present.ts";
import { countCredits, findCredits, readHostTotals } from "./queries.ts";

/** Hosts' earnings, for administrators who manage payments. */
export function earningsAdminRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, getHostMoney, async ({ params: { id } }) => {
    const account = await findAccount(database.db, id);
    if (!account) throw new Refusal("account_not_found", "There is no such host.");
    const [earnings, { credited, paidOut }, statements] = await Promise.all([
      earningsOf(services, id),
      readHostTotals(database, id),
      findHostStatements(database.db, id),
    ]);
    return {
      ...earnings,
      host: { id, name: account.fullName, email: account.email },
      credited: wireMoney(credited),
      paidOut: wireMoney(paidOut),
      statements: statements.map(({ number, month, opening, closing, issuedAt }) => ({
        number,
        month,
        opening: wireMoney(opening),
        closing: wireMoney(closing),
        issuedAt: issuedAt.toISOString(),
      })),
    };
  });

  serve(app, listCreditsOfHost, async ({ params: { id }, query, reply }) => {
    const { limit = usualPage, cursor, order } = query;
    const [found, total] = await Promise.all([
      findCredits(database, id, { limit, cursor, orderId: order, holdDays: services.config.hostHoldDays }),
      countCredits(database, id, order),
    ]);
    const path = `/api/admin/hosts/${id}/money/lines`;
    setPageHeaders(reply, { path, total, limit, found, filters: { order } });
    return found.map((credit) => presentCredit(credit, today(services)));
  });

  serveCsv(app, services, {
    url: "/api/admin/finance/hosts",
    access: ["manage_payments"],
    file: (on, request) => hostsFile(yearIn(request, on)),
    async rows(request) {
      const year = yearIn(request, today(services));
      const by = await app.authorise(request, { access: ["manage_payments"], needsFreshSignIn: true });
      return Readable.from(exportHostYear(services, { year: Number(year), by: by?.account.id ?? "" }));
    },
  });
}

/** The year of a list of hosts, by default this year. */
function yearIn({ query }: FastifyRequest, on: IsoDate): string {
  const { year = on.slice(0, 4) } = query as { year?: unknown };
  if (typeof year !== "string" || !/^20\d\d$/.test(year))
    throw new Refusal("malformed", "year must be written YYYY.");
  return year;
}
