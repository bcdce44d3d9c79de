import { queryOptions } from "@tanstack/react-query";
import { listOrderChanges } from "#contract/changes.ts";
import { listHostChanges } from "#contract/host/changes.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** What renters ask a host for, as long as it waits. */
export const hostChangesQuery = queryOptions({
  ...endpointQuery(listHostChanges, { query: { state: "waiting" } }),
  staleTime: 0,
});

/** What was changed of an order and what is asked for, for administrators. */
export const orderChangesQuery = (id: string) => endpointQuery(listOrderChanges, { params: { id } });
