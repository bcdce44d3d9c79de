import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * The addresses below /api that show each subject of a write. A person's browser holds only what that person may
 * read, so that a subject names the addresses of renters, hosts and administrators alike.
 */
const shownAt = {
  order: ["orders", "account/orders", "host", "admin"],
  car: ["cars", "host", "admin"],
  money: ["host", "admin"],
  person: ["admin"],
  conversation: ["conversations", "admin/conversations"],
};

type Subject = keyof typeof shownAt;

/**
 * Makes the browser read again what a write has changed: everything that shows a subject ("order"), or one query
 * if nothing else shows the changed data. Resolves as soon as the shown data are new.
 */
export async function makeStale(
  cache: QueryClient,
  ...changed: readonly (Subject | { queryKey: QueryKey })[]
): Promise<void> {
  const keys = changed.flatMap((one) =>
    typeof one === "string" ? shownAt[one].map((path) => ["api", ...path.split("/")]) : [one.queryKey],
  );
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
