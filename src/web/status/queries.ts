import { queryOptions } from "@tanstack/react-query";
import { getBackend } from "#contract/admin/status.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const statusQuery = queryOptions({
  ...endpointQuery(getBackend),
  staleTime: 0,
});
