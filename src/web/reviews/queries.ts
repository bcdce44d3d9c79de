import { endpointPages } from "#web/endpoint-pages.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { listHostReviews } from "#contract/host/reviews.ts";
import { getOrderReview } from "#contract/reviews.ts";

export const orderReviewQuery = (orderId: string) =>
  endpointQuery(getOrderReview, { params: { id: orderId } });

export const hostReviewsQuery = infiniteQueryOptions({ ...endpointPages(listHostReviews), staleTime: 0 });
