import { endpointPages } from "#web/endpoint-pages.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { countAdminCars, getAdminCar, listAdminCars } from "#contract/admin/cars.ts";

export type AdminCarFilters = { q: string; category: string; owner?: string; retired?: "true" };

export const adminCarsQuery = (filters: AdminCarFilters) =>
  infiniteQueryOptions({ ...endpointPages(listAdminCars, { query: filters }), staleTime: 0 });

export const adminCarCountsQuery = queryOptions({
  ...endpointQuery(countAdminCars),
  staleTime: 0,
});

export const adminCarQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getAdminCar, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
