import { infiniteQueryOptions } from "@tanstack/react-query";
import type { listMessages, messageStates } from "#contract/admin/contact.ts";
import { apiPage } from "#web/api.ts";

export type MessageState = (typeof messageStates)[number];

export const messagesKey = ["api", "admin", "messages"];

export const messagesQuery = (state: MessageState) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey, state],
    queryFn: ({ pageParam }) =>
      apiPage<typeof listMessages>(
        { method: "GET", path: "/api/admin/messages" },
        { query: { state, cursor: pageParam } },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    // Messages that come meanwhile appear by themselves; what is being read and written stays.
    refetchInterval: 30_000,
  });
