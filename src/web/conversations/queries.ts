import { endpointPages } from "#web/endpoint-pages.ts";
import {
  countUnread,
  getConversation,
  listConversations,
  listMessagesOf,
  listUnconfirmed,
} from "#contract/conversations.ts";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const conversationsQuery = (as: PeopleSide, search: string) =>
  endpointPages(listConversations, { query: { as, search } });

/** The user's conversations on a side about an order. */
export const conversationsAboutQuery = (as: PeopleSide, order: string) =>
  endpointQuery(listConversations, { query: { as, order } });

export const unreadQuery = (as: PeopleSide) => endpointQuery(countUnread, { query: { as } });

export const unconfirmedQuery = endpointQuery(listUnconfirmed);

export const conversationQuery = (id: string) => endpointQuery(getConversation, { params: { id } });

/** The messages of a conversation, the newest first. */
export const threadQuery = (id: string) => endpointPages(listMessagesOf, { params: { id } });
