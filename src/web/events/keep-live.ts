import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { EventKind } from "#domain/events/events.ts";
import { freshToken } from "#web/session/fresh-token.ts";
import { isSigningOut } from "#web/session/signing-out.ts";
import { keepStream, type LiveEvent, usualPauses } from "./stream.ts";

const own = ["api", "account"] as const;
const admin = ["api", "admin"] as const;
const figures: QueryKey[] = [
  [...admin, "dashboard"],
  [...admin, "system"],
  [...admin, "activity"],
  [...admin, "trips"],
];
/** A host's calendar shows what their cars' orders take, beside the orders themselves. */
const ofOrders: QueryKey[] = [
  ["api", "host", "calendar"],
  ["api", "host", "requests"],
  ["api", "host", "changes"],
  ["api", "host", "trips"],
  [...own, "orders"],
  [...admin, "orders"],
  ["api", "orders"],
];
const conversations: QueryKey[] = [
  ["api", "conversations"],
  [...admin, "conversations"],
];

/** What is shown of each kind: the beginnings of the keys it is kept under. */
const shown: Record<EventKind, readonly QueryKey[]> = {
  order: [...ofOrders, ...figures],
  payment: [...ofOrders, ...figures, [...own, "payments"], [...admin, "finance"]],
  document: ofOrders,
  change: [...ofOrders, ...figures, [...admin, "changes"]],
  condition: ofOrders,
  charge: [...ofOrders, ...figures, [...admin, "disputes"]],
  review: [...ofOrders, ["api", "cars"], ["api", "host", "reviews"]],
  verification: [...ofOrders, [...own, "licence"], [...admin, "verifications"], ...figures],
  message: conversations,
  read: conversations,
  note: conversations,
  alert: [...figures, ...conversations, [...admin, "verifications"], [...admin, "host-applications"]],
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
  // A long list of orders is asked for again where one of its own has changed; new ones join it by themselves.
  const ids = idsIn(query.state.data);
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
