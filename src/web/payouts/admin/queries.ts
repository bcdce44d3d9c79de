import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listHeldHosts, listPayouts } from "#contract/admin/payouts.ts";
import { listPickupDenials } from "#contract/pickup-denials.ts";
import type { PayoutStatus } from "#domain/payouts/payouts.ts";
import { apiPage } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** What a deed about payouts or holds changes. */
export const payoutKeys = [
  ["api", "admin", "payouts"],
  ["api", "admin", "payout-holds"],
];

export const adminPayoutsQuery = (status: PayoutStatus) =>
  infiniteQueryOptions({
    queryKey: ["api", "admin", "payouts", { status }],
    queryFn: ({ pageParam }) => apiPage(listPayouts, { query: { status, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

export const heldHostsQuery = queryOptions({ ...endpointQuery(listHeldHosts), staleTime: 0 });

export const pickupDenialsQuery = infiniteQueryOptions({
  queryKey: ["api", "admin", "pickup-denials"],
  queryFn: ({ pageParam }) => apiPage(listPickupDenials, { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});
