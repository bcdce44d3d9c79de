import { queryOptions } from "@tanstack/react-query";
import { getUser } from "#contract/accounts.ts";
import {
  getAdminStats,
  getFinance,
  getReports,
  getTrips,
  listActivity,
  listAlerts,
} from "#contract/admin/dashboard.ts";
import { listImports } from "#contract/admin/imports.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** The signed-in user and their permissions. The answer counts as fresh for five minutes. */
export const currentUserQuery = queryOptions({
  ...endpointQuery(getUser),
  staleTime: 5 * 60_000,
});

// The data of the back office changes while the user is on another screen. So each screen's data is dropped when the
// screen closes, and read again with the next.

export const statsQuery = queryOptions({
  ...endpointQuery(getAdminStats),
  gcTime: 0,
});

export const alertsQuery = queryOptions({
  ...endpointQuery(listAlerts),
  gcTime: 0,
});

export const activityQuery = queryOptions({
  ...endpointQuery(listActivity, { query: { limit: "12" } }),
  gcTime: 0,
});

export const tripsQuery = queryOptions({
  ...endpointQuery(getTrips),
  gcTime: 0,
});

export const financeQuery = queryOptions({
  ...endpointQuery(getFinance),
  gcTime: 0,
});

export const reportsQuery = queryOptions({
  ...endpointQuery(getReports),
  gcTime: 0,
});

/** The files of cars that were imported last, newest first. */
export const importsQuery = queryOptions({
  ...endpointQuery(listImports),
  gcTime: 0,
});
