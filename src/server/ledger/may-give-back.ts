import { can, isAdministrator } from "#domain/people/permissions.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { rulingFor } from "#server/auth/own-affairs.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";

type Renter = { accountId: string | null; customerEmail: string };

/**
 * Whether what rules give back by somebody's deed needs nobody else. The clock and renters cause it by the terms; of
 * administrators only those who manage payments, and not for themselves while another could.
 */
export async function mayGiveBack(db: Db, renter: Renter, by: string): Promise<boolean> {
  const account = isUuid(by) ? await findAccount(db, by) : undefined;
  if (!account || !isAdministrator(account)) return true;
  if (!can(account, "manage_payments")) return false;
  return (await rulingFor(db, { by, gate: "manage_payments", renter })).mayDecide;
}
