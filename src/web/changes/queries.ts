import { queryOptions } from "@tanstack/react-query";
import { listOrderChanges } from "#contract/changes.ts";
import { api } from "#web/api.ts";

/** What was changed of an order and what is asked for, for administrators. */
export const orderChangesQuery = (id: string) =>
  queryOptions({
    queryKey: ["api", "admin", "orders", "changes", id],
    queryFn: () => api(listOrderChanges, { params: { id } }),
  });
