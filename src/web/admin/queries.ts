import { queryOptions } from "@tanstack/react-query";
import type { getUser } from "#contract/accounts.ts";
import type {
  getAdminStats,
  getFinance,
  getReports,
  getTrips,
  listActivity,
  listAlerts,
} from "#contract/admin/dashboard.ts";
import type { listImports } from "#contract/admin/imports.ts";
import { api } from "#web/api.ts";

/** Who is signed in, and what they may do. Asked again after five minutes, and never by itself. */
export const currentUserQuery = queryOptions({
  queryKey: ["api", "auth", "user"],
  queryFn: () => api<typeof getUser>({ method: "GET", path: "/api/auth/user" }),
  staleTime: 5 * 60_000,
});

// What the back office works with changes while one is elsewhere: it is forgotten with its screen, and read
// anew with the next.

export const statsQuery = queryOptions({
  queryKey: ["api", "admin", "dashboard", "stats"],
  queryFn: () => api<typeof getAdminStats>({ method: "GET", path: "/api/admin/dashboard/stats" }),
  gcTime: 0,
});

export const alertsQuery = queryOptions({
  queryKey: ["api", "admin", "system", "alerts"],
  queryFn: () => api<typeof listAlerts>({ method: "GET", path: "/api/admin/system/alerts" }),
  gcTime: 0,
});

export const activityQuery = queryOptions({
  queryKey: ["api", "admin", "activity"],
  queryFn: () =>
    api<typeof listActivity>({ method: "GET", path: "/api/admin/activity" }, { query: { limit: "12" } }),
  gcTime: 0,
});

export const tripsQuery = queryOptions({
  queryKey: ["api", "admin", "trips"],
  queryFn: () => api<typeof getTrips>({ method: "GET", path: "/api/admin/trips" }),
  gcTime: 0,
});

export const financeQuery = queryOptions({
  queryKey: ["api", "admin", "dashboard", "finance"],
  queryFn: () => api<typeof getFinance>({ method: "GET", path: "/api/admin/dashboard/finance" }),
  gcTime: 0,
});

export const reportsQuery = queryOptions({
  queryKey: ["api", "admin", "reports"],
  queryFn: () => api<typeof getReports>({ method: "GET", path: "/api/admin/reports" }),
  gcTime: 0,
});

/** The files of cars that were imported last, newest first. */
export const importsQuery = queryOptions({
  queryKey: ["api", "admin", "imports"],
  queryFn: () => api<typeof listImports>({ method: "GET", path: "/api/admin/imports" }),
  gcTime: 0,
});
