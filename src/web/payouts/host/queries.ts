import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getPayoutSettings, listHostPayouts } from "#contract/host/payouts.ts";
import { apiPage } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const hostPayoutsQuery = infiniteQueryOptions({
  queryKey: ["api", "host", "payouts"],
  queryFn: ({ pageParam }) => apiPage(listHostPayouts, { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});

export const payoutSettingsQuery = queryOptions({ ...endpointQuery(getPayoutSettings), staleTime: 0 });
