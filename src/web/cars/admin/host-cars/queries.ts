import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { listAdminHostCars } from "#contract/admin/host-cars.ts";

export const hostCarStates = [
  "submitted",
  "waiting",
  "unseen",
  "listed",
  "paused",
  "declined",
  "retired",
] as const;
export type HostCarsState = (typeof hostCarStates)[number];

export const adminHostCarsQuery = (state: HostCarsState) =>
  infiniteQueryOptions({ ...endpointPages(listAdminHostCars, { query: { state } }), staleTime: 0 });

/** Any decision about a host's car or a host changes lists, figures and alerts, so all of them are read anew. */
export const forgetHostCars = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: ["api", "admin"] });
