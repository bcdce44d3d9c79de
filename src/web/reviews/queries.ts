import { queryOptions } from "@tanstack/react-query";
import type { getOrderReview } from "#contract/reviews.ts";
import { api } from "#web/api.ts";

export const orderReviewQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["api", "orders", orderId, "reviews"],
    queryFn: () =>
      api<typeof getOrderReview>(
        { method: "GET", path: "/api/orders/:id/reviews" },
        { params: { id: orderId } },
      ),
  });
