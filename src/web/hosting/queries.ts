import { getHostApplication } from "#contract/hosting.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** Where one's wish to host stands. */
export const applicationQuery = { ...endpointQuery(getHostApplication), staleTime: 0 };
