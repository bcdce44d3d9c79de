import { isHosting } from "#domain/people/relations.ts";
import type { AccountRow } from "./accounts.ts";
import type { Database } from "#server/db/open-database.ts";

/**
 * SQL: that an account hosts, or did: it has the mark, cars, or earnings from when it had it. Suspended, its person still
 * signs in to read what they earned, and for nothing else.
 */
export const hasHosted = (accountId: string): string =>
  `(exists (select from accounts hosting where hosting.id = ${accountId} and hosting.hosting_since is not null)
    or exists (select from cars where cars.host_id = ${accountId})
    or exists (select from host_credits where host_credits.host_id = ${accountId}))`;

/** Whether somebody keeps the pages of their money whatever becomes of their account. */
export async function readsOwnMoney({ rows }: Pick<Database, "rows">, accountId: string): Promise<boolean> {
  const [found] = await rows<{ hasHosted: boolean }>(
    `select ${hasHosted("$1::uuid")} as "hasHosted"`,
    [accountId],
    "reads-own-money",
  );
  return found?.hasHosted === true;
}

/** Whether somebody has earned anything with us, whether they host or not. */
export async function hasEarned({ rows }: Pick<Database, "rows">, accountId: string): Promise<boolean> {
  const [found] = await rows(
    "select from host_credits where host_id = $1 limit 1",
    [accountId],
    "has-earned",
  );
  return found !== undefined;
}

/** Whether somebody may say where their payouts go: hosts, and whoever was one and earned something. Suspended, they only read. */
export const isPaidOut = async (
  database: Pick<Database, "rows">,
  account: Pick<AccountRow, "id" | "hostingSince" | "suspendedAt">,
): Promise<boolean> =>
  isHosting(account) || (account.suspendedAt === null && (await hasEarned(database, account.id)));
