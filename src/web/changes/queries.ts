import { infiniteQueryOptions } from "@tanstack/react-query";
import { listOrderChanges } from "#contract/changes.ts";
import { listHostChanges } from "#contract/host/changes.ts";
import { endpointPages } from "#web/endpoint-pages.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** The renters' requests that wait for a host's answer. */
export const hostChangesQuery = infiniteQueryOptions({
  ...endpointPages(listHostChanges, { query: { state: "waiting" } }),
  staleTime: 0,
});

/** The changes of an order and its open requests, for administrators. */
export const orderChangesQuery = (id: string) => endpointQuery(listOrderChanges, { params: { id } });
