import { endpointPages } from "#web/endpoint-pages.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { countFleet, getFleetCar, listFleet } from "#contract/admin/cars.ts";

export type FleetFilters = { q: string; category: string; owner?: string; retired?: "true" };

export const fleetQuery = (filters: FleetFilters) =>
  infiniteQueryOptions({ ...endpointPages(listFleet, { query: filters }), staleTime: 0 });

export const fleetCountsQuery = queryOptions({
  ...endpointQuery(countFleet),
  staleTime: 0,
});

export const fleetCarQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getFleetCar, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
