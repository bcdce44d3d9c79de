import { queryOptions } from "@tanstack/react-query";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import { api, type EndpointInput, pathOf } from "./api.ts";

/**
 * The answer of a reading call of the API. Its cache key comes from the address: "/api/host/cars/7" is ["api",
 * "host", "cars", "7"], so that forgetting ["api", "host"] forgets this answer too. The query's words come last.
 */
export const endpointQuery = <E extends Endpoint>(endpoint: E, sent: EndpointInput<E> = {}) =>
  queryOptions({
    queryKey: [...pathOf(endpoint, sent.params).slice(1).split("/"), ...(sent.query ? [sent.query] : [])],
    queryFn: (): Promise<Answer<E>> => api(endpoint, sent),
  });
