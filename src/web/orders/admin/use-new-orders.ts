import { type InfiniteData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type AdminOrder, listAdminOrders } from "#contract/admin/orders.ts";
import { apiPage, type Page } from "#web/api.ts";
import { alertsQuery, statsQuery } from "#web/admin/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { adminOrdersQuery } from "./queries.ts";
import type { OrderListFilters } from "./use-order-filters.ts";

/** Milliseconds between two looks for new orders. */
export const pollPace = 30_000;
const mostNew = 20;

/** The latest orders that match the filters: a small request, and enough to see that some orders are new. */
const newestOf = ({ sort: _sort, direction: _direction, ...filters }: OrderListFilters) =>
  queryOptions({
    queryKey: ["api", "admin", "orders", "newest-of", filters],
    queryFn: () => apiPage(listAdminOrders, { query: { ...filters, limit: String(mostNew) } }),
    refetchInterval: pollPace,
    gcTime: 0,
  });

type Pages = InfiniteData<Page<AdminOrder[]>, string>;

/**
 * New orders join the open list by themselves once the list is loaded (`isListed`): before that there is nothing
 * to join. `onJoined` gets the number of orders that have just joined at the top.
 */
export function useNewOrders(
  listFilters: OrderListFilters,
  isListed: boolean,
  onJoined: (count: number) => void,
): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...newestOf(listFilters), enabled: isListed });
  const wanted = JSON.stringify(listFilters);
  const known = useRef<{ wanted: string; ids: Set<string> }>(undefined);

  useEffect(() => {
    if (!data || !isListed) return;
    const list = adminOrdersQuery(JSON.parse(wanted) as OrderListFilters);
    const { sort, direction } = JSON.parse(wanted) as OrderListFilters;
    const isNewestFirst = sort === "placed" && direction === "desc";
    const ids = data.items.map(({ id }) => id);
    const listed = isNewestFirst ? idsOf(client.getQueryData(list.queryKey)) : undefined;
    const before = known.current?.wanted === wanted ? known.current.ids : listed;
    known.current = { wanted, ids: new Set([...(before ?? []), ...ids]) };
    const fresh = data.items.filter(({ id }) => before && !before.has(id));
    if (fresh.length === 0) return;
    void makeStale(client, statsQuery);
    void makeStale(client, alertsQuery);
    // New orders go to the top of a list with the newest first; in any other order the server places them.
    if (!isNewestFirst || fresh.length === mostNew) return void makeStale(client, list);
    let joined = 0;
    client.setQueryData<Pages>(list.queryKey, (pages) => {
      const [first, ...others] = pages?.pages ?? [];
      if (!pages || !first) return pages;
      const shown = idsOf(pages);
      const joining = fresh.filter(({ id }) => !shown?.has(id));
      joined = joining.length;
      return {
        ...pages,
        pages: [{ ...first, items: [...joining, ...first.items], total: data.total }, ...others],
      };
    });
    if (joined) onJoined(joined);
  }, [data, isListed, wanted, client, onJoined]);
}

const idsOf = (list: Pages | undefined): Set<string> | undefined =>
  list && new Set(list.pages.flatMap(({ items }) => items.map(({ id }) => id)));
