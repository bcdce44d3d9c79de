import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getHostCar, listHostCars } from "#contract/host/cars.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const ownCarQuery = (id: string) => ({
  ...endpointQuery(getHostCar, { params: { id } }),
  // The car is read anew each time, so that a host does not type over an old version of it.
  gcTime: 0,
});

export const ownCarsQuery = infiniteQueryOptions({ ...endpointPages(listHostCars), staleTime: 0 });
