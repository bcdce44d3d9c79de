import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getTrialBalance } from "#contract/admin/books.ts";
import { listDifferences } from "#contract/admin/reconciliation.ts";
import { listBilledTaxes } from "#contract/admin/taxes.ts";
import { listWebhooks } from "#contract/admin/webhooks.ts";
import { getFinanceOverview, listFinanceRows, listTransactions } from "#contract/admin/finance.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { FinanceFigure } from "#domain/payments/finance.ts";
import type { LedgerAccount } from "#domain/payments/ledger.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const overviewQuery = (month: string) =>
  queryOptions({
    ...endpointQuery(getFinanceOverview, { query: { month } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const trialBalanceQuery = (until: IsoDate) =>
  queryOptions({
    ...endpointQuery(getTrialBalance, { query: { until } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const taxesQuery = (month: string) =>
  queryOptions({
    ...endpointQuery(listBilledTaxes, { query: { month } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** The rows that a figure is made of, a page at a time. */
export const financeRowsQuery = (figure: FinanceFigure, month: string) =>
  infiniteQueryOptions({ ...endpointPages(listFinanceRows, { query: { figure, month } }), gcTime: 0 });

/** The wanted transactions: those of a month, those with an entry of an account, or both. */
export type TransactionFilters = { month?: string; account?: LedgerAccount };

/** Transactions with their entries, the newest first, a page at a time. */
export const transactionsQuery = (posted: TransactionFilters) =>
  infiniteQueryOptions({ ...endpointPages(listTransactions, { query: posted }), gcTime: 0 });

/** The differences between providers' reports and our books. */
export const differencesQuery = queryOptions({
  ...endpointQuery(listDifferences),
  gcTime: 0,
});

/** Messages from providers that could not be processed. */
export const webhooksQuery = queryOptions({
  ...endpointQuery(listWebhooks),
  gcTime: 0,
});
