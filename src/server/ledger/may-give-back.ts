import { can, isAdministrator } from "#domain/people/permissions.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { rulingFor } from "#server/auth/own-affairs.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";

type Renter = { accountId: string | null; customerEmail: string };

/**
 * Whether a refund that follows by rule from this person's action needs no second approval. The clock's and renters' don't:
 * the terms cause them. Of administrators' only those of who manages payments, and not for themselves while another could.
 */
export async function mayGiveBack(db: Db, renter: Renter, by: string): Promise<boolean> {
  const account = isUuid(by) ? await findAccount(db, by) : undefined;
  if (!account || !isAdministrator(account)) return true;
  if (!can(account, "manage_payments")) return false;
  return (await rulingFor(db, { by, gate: "manage_payments", renter })).mayDecide;
}
