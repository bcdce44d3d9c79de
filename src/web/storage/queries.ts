import { queryOptions } from "@tanstack/react-query";
import { getCloudStorage } from "#contract/admin/storage.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const cloudStorageQuery = queryOptions({
  ...endpointQuery(getCloudStorage),
  staleTime: 0,
});
