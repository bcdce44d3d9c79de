import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { listHostAdjustments } from "#contract/admin/host-adjustments.ts";
import { listHosts } from "#contract/admin/host-cars.ts";
import { getHostMoney, listCreditsOfHost } from "#contract/host/money-for-admins.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const hostMoneyQuery = (id: string) => endpointQuery(getHostMoney, { params: { id } });

export const creditsOfHostQuery = (id: string) =>
  infiniteQueryOptions({ ...endpointPages(listCreditsOfHost, { params: { id } }), staleTime: 0 });

export const hostAdjustmentsQuery = (id: string) => endpointQuery(listHostAdjustments, { params: { id } });

/** The states that can narrow the list of hosts. */
export const hostStates = ["held", "owing"] as const;
export type HostState = (typeof hostStates)[number];
type HostFilters = { search: string; state: HostState | undefined };

export const hostsQuery = (filters: HostFilters) =>
  infiniteQueryOptions({ ...endpointPages(listHosts, { query: filters }), staleTime: 0 });
