import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getOverview, getOwnOrder, listOwnOrders } from "#contract/account/orders.ts";
import { listUnconfirmedOrders } from "#contract/account/booking.ts";
import type { OwnFilter } from "#domain/orders/own-orders.ts";
import { api, apiPage } from "#web/api.ts";

const root = ["api", "account", "orders"] as const;
/** Everything that is read of one's own orders: asked again after something was done to one. */
export const ownOrdersKey = root;

export const ownOrdersQuery = (filter: OwnFilter) =>
  infiniteQueryOptions({
    queryKey: [...root, "list", filter],
    queryFn: ({ pageParam }) => apiPage(listOwnOrders, { query: { filter, limit: "10", cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const ownOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, "one", id],
    queryFn: () => api(getOwnOrder, { params: { id } }),
  });

export const unconfirmedOrdersQuery = queryOptions({
  queryKey: [...root, "unconfirmed"],
  queryFn: () => api(listUnconfirmedOrders),
});

export const overviewQuery = queryOptions({
  queryKey: [...root, "overview"],
  queryFn: () => api(getOverview),
});
