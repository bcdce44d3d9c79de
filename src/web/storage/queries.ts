import { queryOptions } from "@tanstack/react-query";
import type { getCloudStorage } from "#contract/admin/storage.ts";
import { api } from "#web/api.ts";

export const cloudStorageQuery = queryOptions({
  queryKey: ["api", "admin", "cloud-storage"],
  queryFn: () => api<typeof getCloudStorage>({ method: "GET", path: "/api/admin/cloud-storage" }),
  staleTime: 0,
});
