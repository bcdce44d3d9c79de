import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  getInboxConversation,
  listInbox,
  listInboxPeople,
  listSavedReplies,
} from "#contract/admin/conversations.ts";
import type { InboxState } from "#domain/conversations/conversations.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { conversationsKey } from "#web/conversations/queries.ts";

const inboxKey = ["api", "admin", "conversations"] as const;

export const inboxQuery = (state: InboxState, search: string) =>
  infiniteQueryOptions({ ...endpointPages(listInbox, { query: { state, search } }), staleTime: 0 });

export const inboxConversationQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getInboxConversation, { params: { id } }),
    staleTime: 0,
  });

export const inboxPeopleQuery = endpointQuery(listInboxPeople);

export const savedRepliesQuery = endpointQuery(listSavedReplies);

/** Reads everything that shows the inbox or a thread anew. */
export const refreshInbox = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: inboxKey }),
    client.invalidateQueries({ queryKey: conversationsKey }),
  ]);
};
