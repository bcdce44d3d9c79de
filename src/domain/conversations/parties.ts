import { hostViewOf, type SeenOrder } from "#domain/orders/host-requests.ts";
import type { MessageSide, PeopleSide } from "./conversations.ts";

/** The people in a conversation besides us: its renter, or a visitor who writes like one; a host; or both. */
export type Parties = { accountId: string | null; hostId: string | null };

/** Whether a conversation is between a renter and a host. We read it, and join it where that helps. */
export const isBetween = ({ accountId, hostId }: Parties): boolean => accountId !== null && hostId !== null;

/** The people in a conversation besides us. A visitor of the contact form counts as a renter. */
export const peopleOf = ({ accountId, hostId }: Parties): PeopleSide[] =>
  hostId === null ? ["renter"] : accountId === null ? ["host"] : ["renter", "host"];

/** Whether a message waits for our answer. Between a renter and a host, it waits for the other person. */
export const waitsForUs = (side: MessageSide, parties: Parties): boolean =>
  side !== "admin" && !isBetween(parties);

/**
 * Whether the renter and the host of an order may write to one another: from the moment the host is asked until 7
 * days after the end, but not about a request that failed.
 */
export const mayWriteToOther = (order: SeenOrder, now: number): boolean => {
  const view = hostViewOf(order, now);
  const isAnsweredNo = order.hostAnswer === "declined" || order.hostAnswer === "lapsed";
  return view === "renter" || (view === "request" && order.status === "pending" && !isAnsweredNo);
};
