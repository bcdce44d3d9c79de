import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  getInboxConversation,
  listInbox,
  listInboxPeople,
  listSavedReplies,
} from "#contract/admin/conversations.ts";
import type { InboxState } from "#domain/conversations/conversations.ts";
import { api, apiPage } from "#web/api.ts";
import { conversationsKey } from "#web/conversations/queries.ts";

const inboxKey = ["api", "admin", "messages"] as const;

export const inboxQuery = (state: InboxState, search: string) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, "list", state, search],
    queryFn: ({ pageParam }) =>
      apiPage<typeof listInbox>(
        { method: "GET", path: "/api/admin/conversations" },
        { query: { state, search, cursor: pageParam } },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

export const inboxConversationQuery = (id: string) =>
  queryOptions({
    queryKey: [...inboxKey, "one", id],
    queryFn: () =>
      api<typeof getInboxConversation>(
        { method: "GET", path: "/api/admin/conversations/:id" },
        { params: { id } },
      ),
    staleTime: 0,
  });

export const inboxPeopleQuery = queryOptions({
  queryKey: [...inboxKey, "administrators"],
  queryFn: () =>
    api<typeof listInboxPeople>({ method: "GET", path: "/api/admin/conversations/administrators" }),
});

export const savedRepliesQuery = queryOptions({
  queryKey: ["api", "admin", "saved-replies"],
  queryFn: () => api<typeof listSavedReplies>({ method: "GET", path: "/api/admin/saved-replies" }),
});

/** What is shown of the inbox and of a thread is asked for again. */
export const refreshInbox = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: inboxKey }),
    client.invalidateQueries({ queryKey: conversationsKey }),
  ]);
};
