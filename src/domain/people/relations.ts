import { isAdministrator, type Role } from "./permissions.ts";

/**
 * The relation of a person to a thing that belongs to people, such as an order, a conversation or a host's car:
 * - `host`: the host whose car it is, by their account;
 * - `earlier_host`: the host of a car that the rental was driven with before its present car, by their account;
 * - `renter`: the renter whose it is, by their account;
 * - `key`: a person who holds the key of its email;
 * - `administrator`: any administrator, whatever their permissions.
 */
export const relations = ["host", "renter", "key", "earlier_host", "admin"] as const;
export type Relation = (typeof relations)[number];

export type OwnedThing = {
  accountId: string | null;
  hostId?: string | null;
  earlierHostIds?: readonly string[];
};
export type Viewer = { id: string; role: Role };

/**
 * Returns a person's relation to a thing, the nearest first: an administrator who rents is the renter of their own
 * order. Undefined for anybody else, who gets the same answer as for a thing that doesn't exist.
 */
export function relationTo(
  { accountId, hostId = null, earlierHostIds = [] }: OwnedThing,
  viewer: Viewer | undefined,
  holdsKey = false,
): Relation | undefined {
  if (isOwnedBy({ accountId: hostId }, viewer?.id)) return "host";
  if (isOwnedBy({ accountId }, viewer?.id)) return "renter";
  if (holdsKey) return "key";
  if (viewer && earlierHostIds.includes(viewer.id)) return "earlier_host";
  return viewer && isAdministrator(viewer) ? "admin" : undefined;
}

/** Whether a thing belongs to an account. A thing without an account belongs to nobody. */
export const isOwnedBy = ({ accountId }: OwnedThing, id: string | undefined): boolean =>
  accountId !== null && accountId === id;

/**
 * Whether a person hosts: they have `hostingSince` and aren't suspended. The back office handles orders of a
 * former host's cars.
 */
export const isHosting = ({
  hostingSince,
  suspendedAt,
}: {
  hostingSince: Date | null;
  suspendedAt: Date | null;
}): boolean => hostingSince !== null && suspendedAt === null;
