import type { PeopleSide } from "#domain/conversations/conversations.ts";

/** The pages where a user reads their conversations on each side. */
export const ownPages: Record<PeopleSide, string> = { renter: "/dashboard/messages", host: "/host/messages" };
