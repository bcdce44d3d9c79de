import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { listAdminHostCars } from "#contract/admin/host-cars.ts";
import { apiPage } from "#web/api.ts";

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

const key = ["api", "admin", "host-cars"];

export const adminHostCarsQuery = (state: HostCarsState) =>
  infiniteQueryOptions({
    queryKey: [...key, state],
    queryFn: ({ pageParam }) => apiPage(listAdminHostCars, { query: { state, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

/** What the desk decides of a car or a host changes lists, figures and alerts. */
export const forgetHostCars = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: ["api", "admin"] });
