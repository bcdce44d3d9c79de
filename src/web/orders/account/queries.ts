import { endpointPages } from "#web/endpoint-pages.ts";
import { queryOptions } from "@tanstack/react-query";
import { getOverview, getOwnOrder, listOwnOrders } from "#contract/account/orders.ts";
import { listUnconfirmedOrders } from "#contract/account/booking.ts";
import type { OwnFilter } from "#domain/orders/own-orders.ts";
import { api } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const ownOrdersQuery = (filter: OwnFilter) =>
  endpointPages(listOwnOrders, { query: { filter, limit: "10" } });

export const ownOrderQuery = (id: string) => endpointQuery(getOwnOrder, { params: { id } });

export const unconfirmedOrdersQuery = endpointQuery(listUnconfirmedOrders);

/** The overview shows orders, so its key begins with theirs: both are forgotten together. */
export const overviewQuery = queryOptions({
  queryKey: [...endpointQuery(listOwnOrders).queryKey, "overview"],
  queryFn: () => api(getOverview),
});
