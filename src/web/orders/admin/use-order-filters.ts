import { useSearchParams } from "react-router";
import { orderTimes } from "#domain/orders/admin-lists.ts";
import { isDate } from "#domain/dates.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import {
  type OrderAttention,
  orderAttentions,
  type OrderSort,
  orderSorts,
} from "#domain/orders/attention.ts";
import { orderStatuses, type OrderStatus } from "#domain/orders/lifecycle.ts";

export type FilterTime = (typeof orderTimes)[number];

/** The first and last days of the pickup and of the return, both included; "" means any day. */
export const filterDays = ["pickupFrom", "pickupUntil", "returnFrom", "returnUntil"] as const;
export type FilterDay = (typeof filterDays)[number];
export type Direction = "asc" | "desc";

export type OrderListFilters = {
  search: string;
  status: OrderStatus | "";
  time: FilterTime;
  attention: OrderAttention | "";
  sort: OrderSort;
  direction: Direction;
} & Record<FilterDay, string>;

/** The filters when nothing is chosen: all orders, the latest first. */
export const noFilters = {
  search: "",
  status: "",
  time: "all",
  attention: "",
  pickupFrom: "",
  pickupUntil: "",
  returnFrom: "",
  returnUntil: "",
} as const;
export const isFiltered = (filters: OrderListFilters): boolean =>
  Object.entries(noFilters).some(([name, value]) => filters[name as keyof typeof noFilters] !== value);

/** The filters that an address asks for; unknown words in it are ignored. */
export function readOrderFilters(query: URLSearchParams): OrderListFilters {
  return {
    search: (query.get("search") ?? "").trim().slice(0, longestSearch),
    status: orderStatuses.find((status) => status === query.get("status")) ?? "",
    time: orderTimes.find((time) => time === query.get("time")) ?? "all",
    attention: orderAttentions.find((attention) => attention === query.get("attention")) ?? "",
    sort: orderSorts.find((sort) => sort === query.get("sort")) ?? "placed",
    direction: query.get("direction") === "asc" ? "asc" : "desc",
    ...(Object.fromEntries(filterDays.map((name) => [name, dayIn(query, name)])) as Record<
      FilterDay,
      string
    >),
  };
}

function dayIn(query: URLSearchParams, name: FilterDay): string {
  const day = query.get(name) ?? "";
  return isDate(day) ? day : "";
}

/** The same address with some of its parameters changed; empty parameters are left out. */
export function withWords(query: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value && value !== "all") next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The filters and the open order, which are both in the address. */
export function useOrderFilters() {
  const [query, setQuery] = useSearchParams();
  const change = (changes: Partial<OrderListFilters>) =>
    setQuery((now) => withWords(now, changes), { replace: true, preventScrollReset: true });
  const open = (id: string) => setQuery((now) => withWords(now, { order: id }), { preventScrollReset: true });
  const close = () =>
    setQuery((now) => withWords(now, { order: "" }), { replace: true, preventScrollReset: true });
  return {
    filters: readOrderFilters(query),
    openOrder: query.get("order") ?? undefined,
    change,
    open,
    close,
  };
}
