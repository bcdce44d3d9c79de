import { useLocation } from "react-router";

const fleet = "/admin/manage-cars";

/** What a link to a car takes along: the list, as it was searched and filtered. */
export type FromList = { list: string };

/**
 * Where the list is that a car was opened from, with its search and filters; the whole fleet where it was
 * opened otherwise.
 */
export function useFleetPlace(): string {
  const state: unknown = useLocation().state;
  const list = typeof state === "object" && state !== null && "list" in state ? state.list : undefined;
  return typeof list === "string" && list.startsWith("?") ? `${fleet}${list}` : fleet;
}
