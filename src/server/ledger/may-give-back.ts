import { can, isAdministrator } from "#domain/people/permissions.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { rulingFor } from "#server/auth/refuse-own-affair.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";

type Renter = { accountId: string | null; customerEmail: string };

/**
 * Returns whether a refund that a person's action causes by rule needs no approval. After actions of renters and
 * jobs it needs none. Administrators must manage payments, and not decide in their own case while another could.
 */
export async function mayGiveBack(db: Db, renter: Renter, by: string): Promise<boolean> {
  const account = isUuid(by) ? await findAccount(db, by) : undefined;
  if (!account || !isAdministrator(account)) return true;
  if (!can(account, "manage_payments")) return false;
  return (await rulingFor(db, { by, gate: "manage_payments", renter })).mayDecide;
}
