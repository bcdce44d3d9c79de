import type { Answer } from "#contract/endpoint.ts";
import type { getFinanceOverview } from "#contract/admin/finance.ts";
import { wireMoney } from "#domain/money.ts";
import type { FinanceFigure } from "#domain/payments/finance.ts";
import { leastPayable } from "#server/provider-settings.ts";
import { type Services, today } from "#server/services.ts";
import { booksOf } from "./month-books.ts";
import { readBalance, readEarned, readFigures, readIncome, type Sum } from "./queries.ts";

/** A month's figures, and the balances of the ledger's accounts, for this reader. */
export async function readOverview(
  services: Services,
  { month, by }: { month: string; by: string },
): Promise<Answer<typeof getFinanceOverview>> {
  const { database } = services;
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
    booksOf(services, { month, by }),
    readFigures(database, { month, today: today(services), least: leastPayable(services.config) }),
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
}

const wireFigures = (figures: Record<FinanceFigure, Sum>) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, { amount, count }]) => [name, { amount: wireMoney(amount), count }]),
  ) as Record<FinanceFigure, { amount: string; count: number }>;
