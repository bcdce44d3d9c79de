import { queryOptions } from "@tanstack/react-query";
import { getPictureStorage } from "#contract/admin/storage.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const storageQuery = queryOptions({
  ...endpointQuery(getPictureStorage),
  staleTime: 0,
});
