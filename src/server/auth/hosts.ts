import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { isHostingNowOf } from "#server/db/hosting-now.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { AccountRow } from "./accounts.ts";

/** A condition on `accounts`: the account hosts, as `isHosting` decides. */
export const isHostingNow = sql.raw(isHostingNowOf("accounts"));

/**
 * The account of a current host; undefined for any other. Nobody can end its hosting before the transaction ends,
 * so that a car listed meanwhile is paused with the host's other cars.
 */
export async function keepHosting(tx: Db, id: string): Promise<AccountRow | undefined> {
  const [host] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isHostingNow))
    .for("share");
  return host;
}
