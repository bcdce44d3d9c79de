import { isAdministrator, type Role } from "./permissions.ts";

/**
 * What somebody is to a thing that belongs to people, such as an order, a conversation or a host's car:
 * - `host`: whose car it is, by their account;
 * - `earlier_host`: whose car a rental was driven with before it went on with another, by their account;
 * - `renter`: whose it is, by their account;
 * - `key`: whoever holds the key of its email;
 * - `administrator`: any administrator, whatever their permissions.
 */
export const relations = ["host", "renter", "key", "earlier_host", "administrator"] as const;
export type Relation = (typeof relations)[number];

export type Owned = {
  accountId: string | null;
  hostId?: string | null;
  earlierHostIds?: readonly string[];
};
export type Viewer = { id: string; role: Role };

/**
 * Returns what somebody is to a thing, the nearest first: an administrator who rents is the renter of their own order.
 * Undefined for anybody else, who is answered as if there were no such thing.
 */
export function relationTo(
  { accountId, hostId = null, earlierHostIds = [] }: Owned,
  viewer: Viewer | undefined,
  holdsKey = false,
): Relation | undefined {
  if (isOwnedBy({ accountId: hostId }, viewer?.id)) return "host";
  if (isOwnedBy({ accountId }, viewer?.id)) return "renter";
  if (holdsKey) return "key";
  if (viewer && earlierHostIds.includes(viewer.id)) return "earlier_host";
  return viewer && isAdministrator(viewer) ? "administrator" : undefined;
}

/** Whether a thing is an account's. What belongs to nobody is nobody's. */
export const isOwnedBy = ({ accountId }: Owned, id: string | undefined): boolean =>
  accountId !== null && accountId === id;

/**
 * Whether somebody hosts: they have the mark and aren't suspended. Orders of a former host's cars are handled by the back
 * office.
 */
export const isHosting = ({
  hostingSince,
  suspendedAt,
}: {
  hostingSince: Date | null;
  suspendedAt: Date | null;
}): boolean => hostingSince !== null && suspendedAt === null;
