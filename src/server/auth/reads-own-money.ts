import { isHosting } from "#domain/people/relations.ts";
import type { AccountRow } from "./accounts.ts";
import type { Database } from "#server/db/open-database.ts";

/**
 * SQL: whether an account hosts or has hosted: it has the mark, cars, or earnings from that time. A suspended host
 * still signs in to read their earnings, and for nothing else.
 */
export const hasHosted = (accountId: string): string =>
  `(exists (select from accounts hosting where hosting.id = ${accountId} and hosting.hosting_since is not null)
    or exists (select from cars where cars.host_id = ${accountId})
    or exists (select from host_credits where host_credits.host_id = ${accountId}))`;

/** Whether an account keeps the pages about its own money, even when it is suspended. */
export async function readsOwnMoney({ rows }: Pick<Database, "rows">, accountId: string): Promise<boolean> {
  const [found] = await rows<{ hasHosted: boolean }>(
    `select ${hasHosted("$1::uuid")} as "hasHosted"`,
    [accountId],
    "reads-own-money",
  );
  return found?.hasHosted === true;
}

/** Whether an account has ever earned anything with us, hosting or not. */
export async function hasEarned({ rows }: Pick<Database, "rows">, accountId: string): Promise<boolean> {
  const [found] = await rows(
    "select from host_credits where host_id = $1 limit 1",
    [accountId],
    "has-earned",
  );
  return found !== undefined;
}

/** Whether an account chooses where its payouts go: a host, or a former host with earnings, not suspended. */
export const isPaidOut = async (
  database: Pick<Database, "rows">,
  account: Pick<AccountRow, "id" | "hostingSince" | "suspendedAt">,
): Promise<boolean> =>
  isHosting(account) || (account.suspendedAt === null && (await hasEarned(database, account.id)));
