import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { blocks } from "#server/db/schema/accounts.ts";

/** Blocks a person, or ends the block. */
export async function keepBlocked(
  tx: Db,
  person: { accountId: string } | { address: string },
  kept: { isBlocked: boolean; by: string },
): Promise<void> {
  const isTheirs =
    "accountId" in person ? eq(blocks.accountId, person.accountId) : eq(blocks.address, person.address);
  if (kept.isBlocked)
    await tx
      .insert(blocks)
      .values({ ...person, blockedAt: sql`now()`, blockedBy: kept.by })
      .onConflictDoNothing();
  else {
    await tx.delete(blocks).where(isTheirs);
    // Also ends blocks of the address from before the account existed, and of other accounts with the address.
    if ("accountId" in person)
      await rowsIn(tx)(
        `delete from blocks using accounts own where own.id = $1 and own.email <> '' and (blocks.address = mailbox_of(own.email)
           or blocks.account_id in (select id from accounts same where mailbox_of(same.email) = mailbox_of(own.email)))`,
        [person.accountId],
      );
    else
      await rowsIn(tx)(
        `delete from blocks using accounts own where own.id = blocks.account_id and own.email <> '' and mailbox_of(own.email) = $1`,
        [person.address],
      );
  }
}
