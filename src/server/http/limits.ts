import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Services } from "#server/services.ts";

/**
 * At most `most` uses under a key, in a window that begins with the first use. Keys hold no plain addresses: hash
 * them with `keyedHash` or `clientKey`. A use counts as `by`, or as one.
 */
export type Limit = { key: string; most: number; seconds: number; by?: number };

type LimitServices = Pick<Services, "database" | "config">;

const countText = `
  insert into limits as limited (key, uses, ends_at) values ($1, $3::int, now() + make_interval(secs => $2))
  on conflict (key) do update set
    uses = case when limited.ends_at <= now() then excluded.uses else limited.uses + excluded.uses end,
    ends_at = case when limited.ends_at <= now() then excluded.ends_at else limited.ends_at end
  returning uses, extract(epoch from ends_at - now())::float8 as seconds`;

const giveBackText = `
  update limits set uses = greatest(limits.uses - given.by, 0) from unnest($1::text[], $2::int[]) as given (key, by)
  where limits.key = given.key
    and limits.key in (select key from limits where key = any($1) and uses > 0 and ends_at > now() order by key for update)`;

/** Counts one use under a key, without a limit. Returns the uses so far and the seconds until the window ends. */
export async function countUnder(
  { database }: LimitServices,
  key: string,
  seconds: number,
  by = 1,
): Promise<{ uses: number; seconds: number }> {
  const [counted] = await database.rows<{ uses: number; seconds: number }>(
    countText,
    [key, seconds, by],
    "count-use",
  );
  return counted ?? { uses: 0, seconds };
}

/** Takes a counted use back, if it did not happen or ended well. */
export const giveBack = async (
  { database }: LimitServices,
  keys: string[],
  by = keys.map(() => 1),
): Promise<void> => {
  if (keys.length) await database.rows(giveBackText, [keys, by], "give-back-uses");
};

/**
 * Counts one use under every limit, for all processes of the installation. Returns undefined while all have room,
 * and otherwise the seconds until they do; then nothing is used up. **The narrowest limit comes first**: what it
 * refuses never uses up a wider limit, which other callers share. With RATE_LIMITS=off nothing is counted.
 */
export async function countUse(
  services: LimitServices,
  limits: readonly Limit[],
): Promise<number | undefined> {
  if (!services.config.rateLimits) return undefined;
  for (const [at, { key, most, seconds, by }] of limits.entries()) {
    const now = await countUnder(services, key, seconds, by);
    if (now.uses <= most) continue;
    const counted = limits.slice(0, at + 1);
    await giveBack(
      services,
      counted.map((limit) => limit.key),
      counted.map((limit) => limit.by ?? 1),
    );
    return Math.max(1, Math.ceil(now.seconds));
  }
  return undefined;
}

/** The same services, counting within a transaction: a rollback takes the counted use back. */
export const within = <Counted extends LimitServices>(services: Counted, tx: Db): Counted => ({
  ...services,
  database: { ...services.database, rows: rowsIn(tx) },
});

/** Counts one use; without room, throws a Refusal with the seconds until the next try. */
export async function refuseOver(
  services: LimitServices,
  limits: readonly Limit[],
  message: string,
): Promise<void> {
  const retryAfter = await countUse(services, limits);
  if (retryAfter !== undefined) throw new Refusal("too_many_requests", message, { retryAfter });
}

/** Forgets windows that have ended. */
export const forgetLimits = async ({ database }: Pick<Services, "database">): Promise<void> => {
  await database.rows("delete from limits where ends_at <= now()");
};
