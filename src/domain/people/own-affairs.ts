/** A matter from the view of the person who wants to decide it. */
export type Matter = {
  /** Whether it is about themselves: their order, its money, their review, their papers. */
  isOwn: boolean;
  /** Whether they proposed it, where a second person has to agree. */
  hasProposed?: boolean;
};

/** `isAlone`: nobody else could decide the matter, so it is recorded as decided alone. */
export type Ruling = { mayDecide: true; isAlone: boolean } | { mayDecide: false; reason: "own" | "proposed" };

/**
 * Whether somebody who holds the right to decide may decide a matter. Nobody decides about themselves, or agrees to
 * what they proposed, unless no other active administrator holds that right.
 */
export function rulingOn({ isOwn, hasProposed = false }: Matter, otherHolders: number): Ruling {
  if (!isOwn && !hasProposed) return { mayDecide: true, isAlone: false };
  if (otherHolders === 0) return { mayDecide: true, isAlone: true };
  return { mayDecide: false, reason: isOwn ? "own" : "proposed" };
}

type Person = { id: string; email: string };
/** The people of an order: its account, the person with its email address, and the host of its car. */
type Renter = { accountId: string | null; customerEmail?: string; hostId?: string | null };

/** Whether an order is somebody's own: ordered with their account or their address, or for their car. */
export const isOwnOrder = (
  { id, email }: Person,
  { accountId, customerEmail = "", hostId = null }: Renter,
): boolean =>
  accountId === id || hostId === id || (email !== "" && email.toLowerCase() === customerEmail.toLowerCase());
