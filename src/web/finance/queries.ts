import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { listWebhooks } from "#contract/admin/webhooks.ts";
import type { getFinanceOverview, listFinanceRows, listTransactions } from "#contract/admin/finance.ts";
import type { FinanceFigure } from "#domain/payments/finance.ts";
import { api, apiPage } from "#web/api.ts";

export const overviewQuery = (month: string) =>
  queryOptions({
    queryKey: ["api", "admin", "finance", month],
    queryFn: () =>
      api<typeof getFinanceOverview>({ method: "GET", path: "/api/admin/finance" }, { query: { month } }),
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

/** A month's transactions with their entries, a page at a time. */
export const transactionsQuery = (month: string) =>
  infiniteQueryOptions({
    queryKey: ["api", "admin", "finance", "transactions", month],
    queryFn: ({ pageParam }) =>
      apiPage<typeof listTransactions>(
        { method: "GET", path: "/api/admin/finance/transactions" },
        { query: { month, cursor: pageParam } },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
  });

/** What providers told us and could not be followed. */
export const webhooksQuery = queryOptions({
  queryKey: ["api", "admin", "finance", "webhooks"],
  queryFn: () => api<typeof listWebhooks>({ method: "GET", path: "/api/admin/finance/webhooks" }),
  gcTime: 0,
});
