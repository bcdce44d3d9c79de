import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  getInboxConversation,
  listInbox,
  listInboxPeople,
  listSavedReplies,
} from "#contract/admin/conversations.ts";
import type { InboxState } from "#domain/conversations/conversations.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const adminConversationsQuery = (state: InboxState, search: string) =>
  infiniteQueryOptions({ ...endpointPages(listInbox, { query: { state, search } }), staleTime: 0 });

export const adminConversationQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getInboxConversation, { params: { id } }),
    staleTime: 0,
  });

export const assigneesQuery = endpointQuery(listInboxPeople);

export const savedRepliesQuery = endpointQuery(listSavedReplies);
