import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  getInboxConversation,
  listInbox,
  listInboxPeople,
  listSavedReplies,
} from "#contract/admin/conversations.ts";
import type { InboxState } from "#domain/conversations/conversations.ts";
import { api, apiPage } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { conversationsKey } from "#web/conversations/queries.ts";

const inboxKey = ["api", "admin", "messages"] as const;

export const inboxQuery = (state: InboxState, search: string) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, "list", state, search],
    queryFn: ({ pageParam }) => apiPage(listInbox, { query: { state, search, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

export const inboxConversationQuery = (id: string) =>
  queryOptions({
    queryKey: [...inboxKey, "one", id],
    queryFn: () => api(getInboxConversation, { params: { id } }),
    staleTime: 0,
  });

export const inboxPeopleQuery = queryOptions({
  queryKey: [...inboxKey, "administrators"],
  queryFn: () => api(listInboxPeople),
});

export const savedRepliesQuery = endpointQuery(listSavedReplies);

/** What is shown of the inbox and of a thread is asked for again. */
export const refreshInbox = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: inboxKey }),
    client.invalidateQueries({ queryKey: conversationsKey }),
  ]);
};
