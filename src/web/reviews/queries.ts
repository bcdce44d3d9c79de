import { pagesKey } from "#web/endpoint-pages.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { listHostReviews } from "#contract/host/reviews.ts";
import { getOrderReview } from "#contract/reviews.ts";
import { api } from "#web/api.ts";

export const orderReviewQuery = (orderId: string) =>
  endpointQuery(getOrderReview, { params: { id: orderId } });

export const hostReviewsQuery = infiniteQueryOptions({
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
  staleTime: 0,
  queryKey: [...endpointQuery(listHostReviews).queryKey, pagesKey],
  queryFn: ({ pageParam }) => api(listHostReviews, { query: { cursor: pageParam } }),
});
