import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { EventKind } from "#domain/events/events.ts";
import { freshToken } from "#web/session/fresh-token.ts";
import { isSigningOut } from "#web/session/signing-out.ts";
import { keepStream, type LiveEvent, usualPauses } from "./stream.ts";

/** The beginnings of query keys, made from their addresses under /api. */
const under = (...paths: string[]): QueryKey[] => paths.map((path) => ["api", ...path.split("/")]);

const figures = under("admin/dashboard", "admin/system", "admin/activity", "admin/trips");
/** The keys of everything that shows orders. A host's calendar shows the days that orders take. */
const ofOrders = under(
  "host/calendar",
  "host/requests",
  "host/changes",
  "host/trips",
  "account/orders",
  "admin/orders",
  "admin/continuity",
  "orders",
);
const ownOrders = under("admin/orders");
const conversations = under("conversations", "admin/conversations");

/** The beginnings of the query keys that an event of each kind changes. */
const shown: Record<EventKind, readonly QueryKey[]> = {
  order: [...ofOrders, ...figures],
  payment: [...ofOrders, ...figures, ...under("account/payments", "admin/finance")],
  document: ofOrders,
  change: [...ofOrders, ...figures, ...under("admin/changes")],
  condition: [...ofOrders, ...under("admin/pickup-denials")],
  charge: [...ofOrders, ...figures, ...under("admin/disputes")],
  review: [...ofOrders, ...under("cars", "host/reviews")],
  verification: [...ofOrders, ...figures, ...under("account/licence", "admin/verifications")],
  message: conversations,
  read: conversations,
  note: conversations,
  alert: [
    ...figures,
    ...conversations,
    ...under("admin/verifications", "admin/host-applications", "admin/host-cars"),
  ],
};
const everything: readonly QueryKey[] = [...new Set(Object.values(shown).flat())];

/** Milliseconds in which events gather before their queries are read: short at first, longer with many events. */
const shortly = 60;
const inStorm = 2000;

/** Keeps the shown data up to date while the tab is open. Returns a function that ends it. */
export function keepLive(client: QueryClient): () => void {
  let waiting: LiveEvent[] = [];
  let isGap = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;

  const ask = () => {
    timer = undefined;
    if (isSigningOut()) return;
    askedAt = Date.now();
    const [events, gap] = [waiting, isGap];
    [waiting, isGap] = [[], false];
    void client.invalidateQueries({ predicate: (query) => (gap ? isLive(query) : isChanged(query, events)) });
  };
  const soon = () => {
    timer ??= setTimeout(ask, Math.max(shortly, askedAt + inStorm - Date.now()));
  };
  const stop = keepStream(
    {
      onEvents(events) {
        waiting.push(...events);
        soon();
      },
      onGap() {
        isGap = true;
        soon();
      },
    },
    { token: freshToken, fetch, pauses: usualPauses },
  );
  return () => {
    clearTimeout(timer);
    stop();
  };
}

const begins = ({ queryKey }: Query, roots: readonly QueryKey[]): boolean =>
  roots.some((root) => root.every((part, at) => queryKey[at] === part));

const isLive = (query: Query): boolean => begins(query, everything);

export function isChanged(query: Query, events: readonly LiveEvent[]): boolean {
  const concerning = events.filter(({ kind }) => begins(query, shown[kind] ?? []));
  if (concerning.length === 0) return false;
  // The back office's lists of orders are read again only for orders in them. New orders join by themselves.
  const ids = begins(query, ownOrders) ? idsIn(query.state.data) : undefined;
  return !ids || concerning.some(({ orderId }) => orderId === undefined || ids.has(orderId));
}

/** The ids in a paged list of the back office; undefined for data that isn't paged. */
function idsIn(data: unknown): Set<unknown> | undefined {
  if (typeof data !== "object" || data === null || !("pages" in data) || !Array.isArray(data.pages))
    return undefined;
  const pages = data.pages as { items?: unknown }[];
  return new Set(
    pages.flatMap(({ items }) =>
      Array.isArray(items) ? (items as { id?: unknown }[]).map(({ id }) => id) : [],
    ),
  );
}
