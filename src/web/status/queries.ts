import { queryOptions } from "@tanstack/react-query";
import type { getBackend } from "#contract/admin/status.ts";
import { api } from "#web/api.ts";

export const statusQuery = queryOptions({
  queryKey: ["api", "admin", "backend"],
  queryFn: () => api<typeof getBackend>({ method: "GET", path: "/api/admin/backend" }),
  staleTime: 0,
});
