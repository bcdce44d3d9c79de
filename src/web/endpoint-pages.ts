import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import { apiPage, type EndpointInput, type Page } from "./api.ts";
import { endpointQuery } from "./endpoint-query.ts";

/** The word in a cache key that separates a paged list from a single answer of the same call. */
export const pagesKey = "pages";

/**
 * A list of the API, a page at a time. The cache key is the list's address and "pages", so that code that forgets
 * the address forgets the list too.
 */
export const endpointPages = <E extends Endpoint>(endpoint: E, sent: EndpointInput<E> = {}) =>
  infiniteQueryOptions({
    queryKey: [...endpointQuery(endpoint, { params: sent.params }).queryKey, pagesKey, sent.query ?? {}],
    queryFn: ({ pageParam }): Promise<Page<Answer<E>>> =>
      apiPage(endpoint, {
        ...sent,
        query: { ...sent.query, cursor: pageParam } as EndpointInput<E>["query"],
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
