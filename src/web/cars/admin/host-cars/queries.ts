import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
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
