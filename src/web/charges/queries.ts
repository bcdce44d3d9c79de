import { listCharges, listDisputes, listHostCharges } from "#contract/charges.ts";
import { endpointPages } from "#web/endpoint-pages.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export type DisputeState = "open" | "closed";

export const orderChargesQuery = (id: string) => endpointQuery(listCharges, { params: { id } });

export const hostChargesQuery = (id: string) => endpointQuery(listHostCharges, { params: { id } });

export const disputesQuery = (state: DisputeState) => endpointPages(listDisputes, { query: { state } });
