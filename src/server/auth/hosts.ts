import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { isHostingNowOf } from "#server/db/hosting-now.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { AccountRow } from "./accounts.ts";

/** A condition on `accounts`: somebody hosts, as `isHosting` says. */
export const isHostingNow = sql.raw(isHostingNowOf("accounts"));

/**
 * The account of somebody who hosts at the moment; undefined for anybody else. Nobody takes that from them before the
 * transaction ends, so that a car that is listed meanwhile is paused with their others.
 */
export async function keepHosting(tx: Db, id: string): Promise<AccountRow | undefined> {
  const [host] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isHostingNow))
    .for("share");
  return host;
}
