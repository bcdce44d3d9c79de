import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { EventKind } from "#domain/events/events.ts";
import { freshToken } from "#web/session/fresh-token.ts";
import { isSigningOut } from "#web/session/signing-out.ts";
import { keepStream, type LiveEvent, usualPauses } from "./stream.ts";

/** The beginnings of keys, from those of the addresses under /api that answer them. */
const under = (...paths: string[]): QueryKey[] => paths.map((path) => ["api", ...path.split("/")]);

const figures = under("admin/dashboard", "admin/system", "admin/activity", "admin/trips");
/** A host's calendar shows what their cars' orders take, beside the orders themselves. */
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

/** What is shown of each kind: the beginnings of the keys it is kept under. */
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

/** Milliseconds in which events gather before what they change is asked for: short at first, longer in a storm. */
const shortly = 60;
const inStorm = 2000;

/** Asks for what has changed while it is shown, as long as the tab is open. Answers what ends it. */
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
  // The back office's long lists of orders are asked for again where one of their own has changed; new ones join by themselves.
  const ids = begins(query, ownOrders) ? idsIn(query.state.data) : undefined;
  return !ids || concerning.some(({ orderId }) => orderId === undefined || ids.has(orderId));
}

/** The ids in a list of the back office that is shown a page at a time; undefined for what is none. */
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
