import { queryOptions } from "@tanstack/react-query";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import { api, type EndpointInput, pathOf } from "./api.ts";

/**
 * What a reading call of the API answers, kept by its address: "/api/host/cars/7" is ["api", "host", "cars", "7"], so that
 * ["api", "host"] forgets it too. Words of a query come last.
 */
export const endpointQuery = <E extends Endpoint>(endpoint: E, sent: EndpointInput<E> = {}) =>
  queryOptions({
    queryKey: [...pathOf(endpoint, sent.params).slice(1).split("/"), ...(sent.query ? [sent.query] : [])],
    queryFn: (): Promise<Answer<E>> => api(endpoint, sent),
  });
