import { queryOptions } from "@tanstack/react-query";
import { getOrderReview } from "#contract/reviews.ts";
import { api } from "#web/api.ts";

export const orderReviewQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["api", "orders", orderId, "reviews"],
    queryFn: () => api(getOrderReview, { params: { id: orderId } }),
  });
