import type { PeopleSide } from "#domain/conversations/conversations.ts";

/** Where one's conversations on a side are read. */
export const ownPages: Record<PeopleSide, string> = { renter: "/dashboard/messages", host: "/host/messages" };
