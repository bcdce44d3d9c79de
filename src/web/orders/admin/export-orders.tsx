import { useQuery } from "@tanstack/react-query";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import { statsQuery } from "#web/admin/queries.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { useOrderFilters, withWords } from "./use-order-filters.ts";

/** With more orders than this, a file of some five megabytes, the file is too big to be held in memory. */
const manyOrders = 20_000;

/** Saves the orders that match the filters. */
export function ExportOrders() {
  const { filters: listFilters } = useOrderFilters();
  const { data: stats } = useQuery(statsQuery);
  const { sort: _sort, direction: _direction, ...filters } = listFilters;
  const query = String(withWords(new URLSearchParams(), { ...filters, lang: currentLanguage() }));
  return (
    <DownloadButton
      label={m.admin_orders_export()}
      path={`/api/admin/orders/export.csv?${query}`}
      name="orders"
      isBig={(stats?.totalOrders ?? 0) > manyOrders}
    />
  );
}
