import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { getTrialBalance } from "#contract/admin/books.ts";
import type { listDifferences } from "#contract/admin/reconciliation.ts";
import type { listWebhooks } from "#contract/admin/webhooks.ts";
import type { getFinanceOverview, listFinanceRows, listTransactions } from "#contract/admin/finance.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { FinanceFigure } from "#domain/payments/finance.ts";
import type { LedgerAccount } from "#domain/payments/ledger.ts";
import { api, apiPage } from "#web/api.ts";

export const overviewQuery = (month: string) =>
  queryOptions({
    queryKey: ["api", "admin", "finance", month],
    queryFn: () =>
      api<typeof getFinanceOverview>({ method: "GET", path: "/api/admin/finance" }, { query: { month } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const trialBalanceQuery = (until: IsoDate) =>
  queryOptions({
    queryKey: ["api", "admin", "finance", "trial-balance", until],
    queryFn: () =>
      api<typeof getTrialBalance>(
        { method: "GET", path: "/api/admin/finance/trial-balance" },
        { query: { until } },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** The rows that a figure is made of, a page at a time. */
export const financeRowsQuery = (figure: FinanceFigure, month: string) =>
  infiniteQueryOptions({
    queryKey: ["api", "admin", "finance", "rows", figure, month],
    queryFn: ({ pageParam }) =>
      apiPage<typeof listFinanceRows>(
        { method: "GET", path: "/api/admin/finance/rows" },
        { query: { figure, month, cursor: pageParam } },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
  });

/** Whose transactions: of a month, with an entry of an account, or both. */
export type TransactionFilters = { month?: string; account?: LedgerAccount };

/** Transactions with their entries, the newest first, a page at a time. */
export const transactionsQuery = (posted: TransactionFilters) =>
  infiniteQueryOptions({
    queryKey: ["api", "admin", "finance", "transactions", posted],
    queryFn: ({ pageParam }) =>
      apiPage<typeof listTransactions>(
        { method: "GET", path: "/api/admin/finance/transactions" },
        { query: { ...posted, cursor: pageParam } },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
  });

/** What of providers' reports and our books differs. */
export const differencesQuery = queryOptions({
  queryKey: ["api", "admin", "finance", "differences"],
  queryFn: () => api<typeof listDifferences>({ method: "GET", path: "/api/admin/finance/differences" }),
  gcTime: 0,
});

/** What providers told us and could not be followed. */
export const webhooksQuery = queryOptions({
  queryKey: ["api", "admin", "finance", "webhooks"],
  queryFn: () => api<typeof listWebhooks>({ method: "GET", path: "/api/admin/finance/webhooks" }),
  gcTime: 0,
});
