import { useInfiniteQuery } from "@tanstack/react-query";
import { mostCountedOrders } from "#domain/orders/most-counted.ts";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { adminOrdersQuery } from "./queries.ts";
import { useOrderFilters, withWords } from "./use-order-filters.ts";

/** With more orders than this, a file of some five megabytes, the file is too big to be held in memory. */
const manyOrders = 20_000;

/** Whether this many orders match, or may: a search counts no further than to its limit, a list has yet to come. */
const isMany = (total: number | undefined): boolean =>
  total === undefined || total > manyOrders || total === mostCountedOrders;

/** Saves the orders that match the filters. */
export function ExportOrders() {
  const { filters: listFilters } = useOrderFilters();
  const { data: list } = useInfiniteQuery(adminOrdersQuery(listFilters));
  const { sort: _sort, direction: _direction, ...filters } = listFilters;
  const query = String(withWords(new URLSearchParams(), { ...filters, lang: currentLanguage() }));
  return (
    <DownloadButton
      label={m.admin_orders_export()}
      path={`/api/admin/orders/export.csv?${query}`}
      table="orders"
      isBig={isMany(list?.pages[0]?.total)}
    />
  );
}
