import { Refusal } from "#contract/errors.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { isPaidOut } from "#server/auth/reads-own-money.ts";
import type { Services } from "#server/services.ts";

/** Throws a Refusal for an account that gets no payouts. */
export async function refuseUnpaid(
  { database }: Pick<Services, "database">,
  account: AccountRow,
): Promise<void> {
  if (!(await isPaidOut(database, account)))
    throw new Refusal("host_not_approved", "This is for hosts, and for former hosts with earnings.");
}
