import { type ErrorCode, Refusal } from "#contract/errors.ts";
import { isOwnOrder, type Matter, type Ruling, rulingOn } from "#domain/people/own-affairs.ts";
import { audit } from "#server/db/audit.ts";
import { earlierHostIds } from "#server/db/earlier-hosts.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { findAccount } from "./accounts.ts";
import { type Gate, countOtherHolders } from "./administrators.ts";

export type OwnAffair = {
  /** The administrator who decides. */
  by: string;
  /** The permission that the decision needs. */
  gate: Gate;
  /**
   * The owner: an order's renter, by account and address, or an account; and the host of the order's car. The
   * order's id also gives the hosts of its earlier cars.
   */
  renter: { id?: string; accountId: string | null; customerEmail?: string; hostId?: string | null };
  /** The administrator who proposed the decision, where a second person has to agree. */
  proposedBy?: string;
};

/** Whether an administrator may decide a matter. */
export async function rulingFor(db: Db, { by, gate, renter, proposedBy }: OwnAffair): Promise<Ruling> {
  const matter: Matter = { isOwn: await isOwn(db, by, renter), hasProposed: proposedBy === by };
  const isPlain = !matter.isOwn && !matter.hasProposed;
  return rulingOn(matter, isPlain ? 0 : await countOtherHolders(db, gate, by));
}

/** `system`, and a caller with only an order's key, have no account. */
async function isOwn(db: Db, by: string, renter: OwnAffair["renter"]): Promise<boolean> {
  const account = isUuid(by) ? await findAccount(db, by) : undefined;
  if (!account) return false;
  return (
    isOwnOrder(account, renter) ||
    (renter.id !== undefined && (await earlierHostIds(db, renter.id)).includes(by))
  );
}

type GuardedAffair = OwnAffair & {
  /** The thing that the audit trail names. */
  of: { entity: "order" | "car" | "user" | "payout"; entityId: string };
  /** The words for the proposer, who may not agree alone. */
  proposed?: { code: ErrorCode; message: string };
};

/**
 * Throws a Refusal if an administrator decides about themselves, or agrees to their own proposal, while another
 * could decide. A sole holder's decision about themselves is noted. Returns whether they decide alone.
 */
export async function refuseOwnAffair(tx: Db, { of, proposed, ...affair }: GuardedAffair): Promise<boolean> {
  const ruling = await rulingFor(tx, affair);
  if (!ruling.mayDecide && ruling.reason === "proposed" && proposed)
    throw new Refusal(proposed.code, proposed.message);
  if (!ruling.mayDecide)
    throw new Refusal("own_affair", "You can't decide this for yourself. Please ask another administrator.");
  if (ruling.isAlone && (await isOwn(tx, affair.by, affair.renter)))
    await audit(tx, { actor: affair.by, ...of, action: "own_decided_alone" });
  return ruling.isAlone;
}

/** `refuseOwnAffair` for a decision about an order, or about its money. */
export const refuseOwnOrder = (
  tx: Db,
  {
    order,
    ...affair
  }: Omit<GuardedAffair, "of" | "renter"> & {
    order: { id: string; accountId: string | null; customerEmail: string; hostId?: string | null };
  },
): Promise<boolean> =>
  refuseOwnAffair(tx, { ...affair, renter: order, of: { entity: "order", entityId: order.id } });
