import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  countUnread,
  getConversation,
  listConversations,
  listMessagesOf,
  listUnconfirmed,
} from "#contract/conversations.ts";
import { api, apiPage } from "#web/api.ts";

/** What is read of conversations is asked for again when a message or a read mark is announced. */
export const conversationsKey = ["api", "conversations"] as const;

export const conversationsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, "list", search],
    queryFn: ({ pageParam }) => apiPage(listConversations, { query: { search, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const unreadQuery = queryOptions({
  queryKey: [...conversationsKey, "unread"],
  queryFn: () => api(countUnread),
});

export const unconfirmedQuery = queryOptions({
  queryKey: [...conversationsKey, "unconfirmed"],
  queryFn: () => api(listUnconfirmed),
});

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: [...conversationsKey, "one", id],
    queryFn: () => api(getConversation, { params: { id } }),
  });

/** The messages of a conversation, the newest first. */
export const threadQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, "thread", id],
    queryFn: ({ pageParam }) => apiPage(listMessagesOf, { params: { id }, query: { cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
