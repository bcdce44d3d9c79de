import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { AccountRow } from "./accounts.ts";

/** Whether somebody hosts at the moment: they are let in as a host and aren't suspended. */
export const hostsNow = (account: Pick<AccountRow, "hostingSince" | "suspendedAt"> | undefined): boolean =>
  account !== undefined && account.hostingSince !== null && account.suspendedAt === null;

/** The same as a condition on `accounts`. */
export const isHostingNow = and(isNotNull(accounts.hostingSince), isNull(accounts.suspendedAt));

/** The same in SQL, of the columns of an alias of `accounts`. */
export const isHostingNowOf = (alias: string): string =>
  `${alias}.hosting_since is not null and ${alias}.suspended_at is null`;

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
