import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { getFinanceOverview, listFinanceRows, listTransactions } from "#contract/admin/finance.ts";
import { wireMoney } from "#domain/money.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { leastPayable } from "#server/provider-settings.ts";
import { type Services, today } from "#server/services.ts";
import { exportEntries } from "./export-entries.ts";
import { monthIn } from "./month-in.ts";
import { readOverview } from "./overview.ts";
import { findRows, findTransactions, readFigure } from "./queries.ts";

/** The company's money for administrators who manage payments: figures, their rows, and the ledger itself. */
export function financeRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const thisMonth = () => today(services).slice(0, 7);
  const at = () => ({ today: today(services), least: leastPayable(services.config) });

  serve(app, getFinanceOverview, ({ query: { month = thisMonth() }, signedIn }) =>
    readOverview(services, { month, by: signedIn.account.id }),
  );

  serve(app, listFinanceRows, async ({ query, reply }) => {
    const { figure, month = thisMonth(), limit = usualPage, cursor } = query;
    const [found, { count: total }] = await Promise.all([
      findRows(database, { figure, month, ...at(), limit, after: cursor }),
      readFigure(database, { figure, month, ...at() }),
    ]);
    setPageHeaders(reply, { path: listFinanceRows.path, total, limit, found, filters: { figure, month } });
    return found.map((row) => ({ ...row, amount: wireMoney(row.amount) }));
  });

  serve(app, listTransactions, async ({ query, reply }) => {
    const { limit = usualPage, cursor, order, account } = query;
    const month = query.month ?? (order || account ? undefined : thisMonth());
    const found = await findTransactions(database, {
      month,
      orderId: order,
      account,
      before: cursor,
      limit,
      withEarnings: account !== undefined,
    });
    setPageHeaders(reply, {
      path: listTransactions.path,
      limit,
      found: found.map(({ id }) => ({ id: String(id) })),
      filters: { month, order, account },
    });
    return found.map(({ entries, payoutNumber, ...transaction }) => ({
      ...transaction,
      payout: payoutNumber === null ? null : payoutName(payoutNumber),
      entries: entries.map((entry) => ({ ...entry, amount: wireMoney(entry.amount) })),
    }));
  });

  serveCsv(app, services, {
    url: "/api/admin/finance/export",
    access: ["manage_payments"],
    file: (on, request) => tableFile("ledger", on, monthIn(request, on)),
    rows(request) {
      const month = monthIn(request, today(services));
      return Promise.resolve(Readable.from(exportEntries(database, month)));
    },
  });
}
