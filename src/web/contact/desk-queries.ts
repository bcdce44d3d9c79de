import { infiniteQueryOptions } from "@tanstack/react-query";
import type { listMessages } from "#contract/desk-contact.ts";
import { apiPage } from "#web/api.ts";

export type MessageState = "open" | "answered";

export const messagesKey = ["api", "admin", "messages"];

export const messagesQuery = (state: MessageState) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey, state],
    queryFn: ({ pageParam }) => apiPage<typeof listMessages>({ method: "GET", path: "/api/admin/messages" }, { query: { state, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
