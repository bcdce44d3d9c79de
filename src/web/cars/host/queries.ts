import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { getHostCar, listHostCars } from "#contract/host/cars.ts";
import { apiPage } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const ownCarQuery = (id: string) => ({
  ...endpointQuery(getHostCar, { params: { id } }),
  // What stood before might be typed over: it is read anew each time.
  gcTime: 0,
});

export const ownCarsQuery = infiniteQueryOptions({
  queryKey: ["api", "host", "cars"],
  queryFn: ({ pageParam }) => apiPage(listHostCars, { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});

export const forgetOwnCars = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: ["api", "host"], exact: false });
