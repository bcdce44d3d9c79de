import { useLocation } from "react-router";

const all = "/admin/manage-cars";

/** The state of a link to a car: the query of the list, with its search and filters. */
export type FromList = { list: string };

/**
 * The address of the list that the car was opened from, with its search and filters. Otherwise, the address of the
 * whole list.
 */
export function useListAddress(): string {
  const state: unknown = useLocation().state;
  const list = typeof state === "object" && state !== null && "list" in state ? state.list : undefined;
  return typeof list === "string" && list.startsWith("?") ? `${all}${list}` : all;
}
