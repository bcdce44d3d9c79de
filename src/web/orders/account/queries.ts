import { endpointPages } from "#web/endpoint-pages.ts";
import { queryOptions } from "@tanstack/react-query";
import { getOverview, getOwnOrder, listOwnOrders } from "#contract/account/orders.ts";
import { listUnconfirmedOrders } from "#contract/account/booking.ts";
import type { OwnFilter } from "#domain/orders/own-orders.ts";
import { api } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

const root = ["api", "account", "orders"] as const;
/** Everything that is read of one's own orders: asked again after something was done to one. */
export const ownOrdersKey = root;

export const ownOrdersQuery = (filter: OwnFilter) =>
  endpointPages(listOwnOrders, { query: { filter, limit: "10" } });

export const ownOrderQuery = (id: string) => endpointQuery(getOwnOrder, { params: { id } });

export const unconfirmedOrdersQuery = endpointQuery(listUnconfirmedOrders);

/** It tells of orders, so that it is forgotten with them. */
export const overviewQuery = queryOptions({
  queryKey: [...root, "overview"],
  queryFn: () => api(getOverview),
});
