import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getBankList, listHeldHosts, listPayouts } from "#contract/admin/payouts.ts";
import { listPickupDenials } from "#contract/pickup-denials.ts";
import type { PayoutStatus } from "#domain/payouts/payouts.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const adminPayoutsQuery = (status: PayoutStatus) =>
  infiniteQueryOptions({ ...endpointPages(listPayouts, { query: { status } }), staleTime: 0 });

export const bankListQuery = queryOptions({ ...endpointQuery(getBankList), staleTime: 0 });

export const heldHostsQuery = queryOptions({ ...endpointQuery(listHeldHosts), staleTime: 0 });

export const pickupDenialsQuery = infiniteQueryOptions({ ...endpointPages(listPickupDenials), staleTime: 0 });
