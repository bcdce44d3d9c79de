import { inArray, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { changedDetailsHours, payoutTime, type PayoutWait } from "#domain/payouts/payouts.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { Services } from "#server/services.ts";

/** SQL over `accounts`: payouts of a host wait for an administrator. */
export const isHeldHost = `(exists (select from payout_holds h where h.host_id = accounts.id)
  or exists (select from payout_flags f where f.host_id = accounts.id and f.cleared_at is null))`;

/** SQL over `accounts`: whether the host has bank details, and whether these took the place of others. */
const hasDetails = `exists (select from payout_details d where d.host_id = accounts.id and d.replaced_at is null)`;
const hadOthers = `exists (select from payout_details d where d.host_id = accounts.id and d.replaced_at is not null)`;

/** Why hosts will be sent nothing on a payout day, by the host's id; hosts without such a reason are left out. */
export async function findWaits(
  { config, database }: Pick<Services, "config" | "database">,
  hostIds: readonly string[],
  day: IsoDate,
): Promise<Map<string, PayoutWait>> {
  // Details that are newer than this may not be used yet when the day's payouts are made.
  const newerThan = new Date(instantInLosAngeles(day, payoutTime) - changedDetailsHours * hour);
  const isNew = sql`exists (select from payout_details d where d.host_id = accounts.id and d.replaced_at is null
    and d.created_at > ${newerThan.toISOString()}::timestamptz)`;
  const ofAccount = config.stripeConnect
    ? sql`when not exists (select from stripe_accounts s where s.host_id = accounts.id and s.is_ready) then 'no_account'`
    : sql`when not ${sql.raw(hasDetails)} then 'no_account'
        when ${sql.raw(hadOthers)} and ${isNew} then 'new_account'`;
  const found = await database.db
    .select({
      hostId: accounts.id,
      waitsFor: sql<PayoutWait | null>`case when ${sql.raw(isHeldHost)} then 'held' ${ofAccount} end`,
    })
    .from(accounts)
    .where(inArray(accounts.id, [...hostIds]));
  return new Map(found.flatMap(({ hostId, waitsFor }) => (waitsFor ? [[hostId, waitsFor]] : [])));
}
