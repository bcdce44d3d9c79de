import type { Conversation } from "#contract/conversations.ts";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import { m } from "#web/paraglide/messages.js";

type ConversationSides = NonNullable<Conversation["between"]>;

/** The other person in a conversation between a renter and a host. */
export const otherWords = ({ renter, host }: ConversationSides, side: PeopleSide): string =>
  side === "renter"
    ? m.conversations_with_host({ name: host || m.conversations_the_host() })
    : m.conversations_with_renter({ name: renter || m.conversations_the_renter() });
