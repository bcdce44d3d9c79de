import { infiniteQueryOptions } from "@tanstack/react-query";
import { listHostAdjustments } from "#contract/admin/host-adjustments.ts";
import { getHostMoney, listCreditsOfHost } from "#contract/host/money-for-admins.ts";
import { apiPage } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const hostMoneyQuery = (id: string) => endpointQuery(getHostMoney, { params: { id } });

export const creditsOfHostQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["api", "admin", "hosts", id, "money", "lines"],
    queryFn: ({ pageParam }) => apiPage(listCreditsOfHost, { params: { id }, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

/** What a deed about a host's balance changes. */
export const hostMoneyKey = (id: string) => ["api", "admin", "hosts", id, "money"] as const;

export const hostAdjustmentsQuery = (id: string) => endpointQuery(listHostAdjustments, { params: { id } });
