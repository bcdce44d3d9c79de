import { infiniteQueryOptions } from "@tanstack/react-query";
import { listCharges, listDisputes, listHostCharges } from "#contract/charges.ts";
import { api } from "#web/api.ts";
import { pagesKey } from "#web/endpoint-pages.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export type DisputeState = "open" | "closed";

export const orderChargesQuery = (id: string) => endpointQuery(listCharges, { params: { id } });

export const hostChargesQuery = (id: string) => endpointQuery(listHostCharges, { params: { id } });

export const disputesQuery = (state: DisputeState) =>
  infiniteQueryOptions({
    queryKey: [...endpointQuery(listDisputes).queryKey, pagesKey, state],
    queryFn: ({ pageParam }) => api(listDisputes, { query: { state, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
