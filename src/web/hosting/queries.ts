import { getHostApplication } from "#contract/hosting.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** The state of the user's application to host. */
export const applicationQuery = { ...endpointQuery(getHostApplication), staleTime: 0 };
