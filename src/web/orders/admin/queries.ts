import { endpointPages, pagesKey } from "#web/endpoint-pages.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  addOrderNote,
  assignCar,
  type AdminOrder,
  getAdminOrder,
  listAdminOrders,
  listPlanCars,
  setOrderStatus,
  undoOrderStatus,
} from "#contract/admin/orders.ts";
import { type OrderStatus, undoWithin } from "#domain/orders/lifecycle.ts";
import { api, apiPage, type Page } from "#web/api.ts";
import { inBothLanguages } from "#web/admin/words/in-both.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { useIdFor } from "#web/ui/form/use-id-for.ts";
import { toast } from "#web/ui/toast.ts";
import { adminStatusName, carGivenWords, refusedBecause } from "./status-change-words.ts";
import type { OrderListFilters } from "./use-order-filters.ts";

const base = ["api", "admin", "orders"] as const;

/** Orders, a page at a time. */
export const adminOrdersQuery = (filters: OrderListFilters) =>
  infiniteQueryOptions({
    ...endpointPages(listAdminOrders, { query: { ...filters, limit: "100" } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const adminOrderQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getAdminOrder, { params: { id } }),
    gcTime: 0,
  });

const planCarsKey = (id: string) => [...base, id, "cars"];
export const planCarsQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...planCarsKey(id), q],
    queryFn: () => apiPage(listPlanCars, { params: { id }, query: { q } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

type StatusChange = {
  order: Pick<AdminOrder, "id" | "status" | "orderNumber">;
  status: OrderStatus;
  reason?: string;
  fullRefund?: boolean;
};

/**
 * Sets a status, unless somebody else has set another one in the meantime: then `onStale` gets the order as it is by
 * then. A toast says the result, and every place that shows the order is updated.
 */
export function useSetStatus(onSet?: () => void, onStale?: (order: AdminOrder) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order: { id, status: from }, status, reason, fullRefund }: StatusChange) =>
      api(setOrderStatus, {
        params: { id },
        body: { status, from, ...(reason && { reason }), ...(fullRefund && { fullRefund }) },
      }),
    onSuccess: (order) => {
      onSet?.();
      const words = m.admin_orders_status_now({
        number: order.orderNumber,
        status: adminStatusName(order.status),
      });
      const { change } = order;
      const waits = m.admin_orders_status_waits({ seconds: undoWithin / 1000 });
      toast({
        title: inBothLanguages(m.admin_orders_status_done),
        description: change === null ? words : `${words} ${waits}`,
        ...(change !== null && {
          action: {
            label: m.admin_orders_undo(),
            length: undoWithin,
            run: () => void undoStatus(client, order.id, change),
          },
        }),
      });
      void refresh(client, order);
    },
    onError: async (error, { order }) => {
      // The reason is shown in the form or the dialog too, where a long order may hide it.
      const description = [inBothLanguages(m.admin_orders_status_failed_text), refusedBecause(error)]
        .filter(Boolean)
        .join(" ");
      toast({ title: inBothLanguages(m.admin_orders_status_failed), description, variant: "destructive" });
      if (failureCode(error) !== "stale") return;
      const current = await client.fetchQuery({ ...adminOrderQuery(order.id), staleTime: 0 });
      onStale?.(current);
      await refresh(client, current);
    },
  });
}

/** Puts a status back while its email waits. A toast says the result. */
export async function undoStatus(client: QueryClient, id: string, change: number): Promise<void> {
  try {
    const order = await api(undoOrderStatus, { params: { id }, body: { change } });
    toast({
      title: m.admin_orders_undone(),
      description: m.admin_orders_undone_text({
        number: order.orderNumber,
        status: adminStatusName(order.status),
      }),
    });
    await refresh(client, order);
  } catch (error) {
    toast({
      title: m.admin_orders_undo_failed(),
      description: refusedBecause(error) ?? m.admin_orders_undo_failed_text(),
      variant: "destructive",
    });
    await makeStale(client, "order");
  }
}

/** Gives an order a car, unless somebody else has replaced the car `from` in the meantime. */
export function useAssignCar({ id, vehicleId: from }: Pick<AdminOrder, "id" | "vehicleId">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (carId: string) => api(assignCar, { params: { id }, body: { carId, from } }),
    onSuccess: (order) => {
      toast({
        title: m.admin_orders_car_given(),
        description: carGivenWords(order),
      });
      void refresh(client, order);
    },
    onError: () => makeStale(client, adminOrderQuery(id)),
  });
}

export function useAddNote(id: string) {
  const client = useQueryClient();
  const { idFor, forget } = useIdFor();
  return useMutation({
    mutationFn: (text: string) =>
      api(addOrderNote, { params: { id }, body: { id: idFor({ id, text }), text } }),
    onSuccess: () => {
      forget();
      // Nobody waits for it: the form is empty as soon as the note is saved.
      void makeStale(client, adminOrderQuery(id));
    },
  });
}

type Pages = InfiniteData<Page<AdminOrder[]>, string>;
const isList = ({ queryKey }: Query): boolean => queryKey[2] === "orders" && queryKey[3] === pagesKey;
const isAdmin = ({ queryKey }: Query): boolean => queryKey[1] === "admin";

/**
 * Shows the order as it is now on its page and in every open list, and loads anew all other data that counts orders.
 * A list keeps its scroll position. A form doesn't wait for what is loaded anew: its next choice may be made already.
 */
async function refresh(client: QueryClient, order: AdminOrder): Promise<void> {
  client.setQueriesData<Pages>(
    { predicate: isList },
    (lists) => lists && { ...lists, pages: lists.pages.map((page) => replaced(page, order)) },
  );
  client.setQueryData(adminOrderQuery(order.id).queryKey, (shown) => shown && { ...shown, ...order });
  await client.invalidateQueries({ predicate: (query) => isAdmin(query) && !isList(query) });
}

const replaced = (page: Page<AdminOrder[]>, order: AdminOrder): Page<AdminOrder[]> => ({
  ...page,
  items: page.items.map((one) => (one.id === order.id ? order : one)),
});
