import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { getFinanceOverview, listFinanceRows, listTransactions } from "#contract/admin/finance.ts";
import { Refusal } from "#contract/errors.ts";
import { wireMoney } from "#domain/money.ts";
import { type FinanceFigure, isMonth } from "#domain/payments/finance.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { leastPayable } from "#server/provider-settings.ts";
import { type Services, today } from "#server/services.ts";
import { booksOf } from "./month-books.ts";
import { exportEntries } from "./export-entries.ts";
import {
  findRows,
  findTransactions,
  readBalance,
  readEarned,
  readFigure,
  readFigures,
  readIncome,
  type Sum,
} from "./queries.ts";

/** The company's money for administrators who manage payments: figures, their rows, and the ledger itself. */
export function financeRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const thisMonth = () => today(services).slice(0, 7);
  const at = () => ({ today: today(services), least: leastPayable(services.config) });

  serve(app, getFinanceOverview, async ({ query: { month = thisMonth() }, signedIn }) => {
    const [
      books,
      figures,
      income,
      earned,
      receivable,
      cash,
      providerClearing,
      bank,
      heldByBanks,
      deferredRevenue,
      taxes,
      hostPayable,
    ] = await Promise.all([
      booksOf(services, { month, by: signedIn.account.id }),
      readFigures(database, { month, ...at() }),
      readIncome(database, month),
      readEarned(database, month),
      readBalance(database, "renter"),
      readBalance(database, "cash"),
      readBalance(database, "provider_clearing"),
      readBalance(database, "bank"),
      readBalance(database, "chargebacks"),
      readBalance(database, "deferred_revenue"),
      readBalance(database, "taxes"),
      readBalance(database, "host_payable"),
    ]);
    return {
      month,
      books,
      figures: wireFigures(figures),
      income: income.map(({ account, amount }) => ({ account, amount: wireMoney(amount) })),
      earned: earned.map((row) => ({
        month: row.month,
        amount: wireMoney(row.amount),
        hostShare: wireMoney(row.hostShare),
        platformIncome: wireMoney(row.platformIncome),
      })),
      receivable: wireMoney(receivable),
      cash: wireMoney(cash),
      providerClearing: wireMoney(providerClearing),
      bank: wireMoney(bank),
      heldByBanks: wireMoney(heldByBanks),
      deferredRevenue: wireMoney(0 - deferredRevenue),
      taxes: wireMoney(0 - taxes),
      hostPayable: wireMoney(0 - hostPayable),
      platformIncome: wireMoney(income.reduce((sum, { amount }) => sum + amount, 0)),
    };
  });

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
    name: "ledger",
    rows(request) {
      const { month = thisMonth() } = request.query as { month?: string };
      if (typeof month !== "string" || !isMonth(month))
        throw new Refusal("malformed", "month must be written YYYY-MM.");
      return Promise.resolve(Readable.from(exportEntries(database, month)));
    },
  });
}

const wireFigures = (figures: Record<FinanceFigure, Sum>) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, { amount, count }]) => [name, { amount: wireMoney(amount), count }]),
  ) as Record<FinanceFigure, { amount: string; count: number }>;
