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

/** Who is signed in, and what they may do. Asked again after five minutes, and never by itself. */
export const currentUserQuery = queryOptions({
  ...endpointQuery(getUser),
  staleTime: 5 * 60_000,
});

// What the back office works with changes while one is elsewhere: it is forgotten with its screen, and read
// anew with the next.

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
