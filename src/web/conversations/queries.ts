import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  countUnread,
  getConversation,
  listConversations,
  listMessagesOf,
  listUnconfirmed,
} from "#contract/conversations.ts";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import { api, apiPage } from "#web/api.ts";

/** What is read of conversations is asked for again when a message or a read mark is announced. */
export const conversationsKey = ["api", "conversations"] as const;

export const conversationsQuery = (as: PeopleSide, search: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, "list", as, search],
    queryFn: ({ pageParam }) => apiPage(listConversations, { query: { as, search, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** One's conversations on a side about an order. */
export const conversationsAboutQuery = (as: PeopleSide, order: string) =>
  queryOptions({
    queryKey: [...conversationsKey, "about", as, order],
    queryFn: () => api(listConversations, { query: { as, order } }),
  });

export const unreadQuery = (as: PeopleSide) =>
  queryOptions({
    queryKey: [...conversationsKey, "unread", as],
    queryFn: () => api(countUnread, { query: { as } }),
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
