import { Refusal } from "#contract/errors.ts";
import type { Services } from "./services.ts";

/** At most so many uses under a key, in a window that begins with the first of them. Keys hold no addresses in the clear: hash them with `keyedHash` or `placeOf`. */
export type Limit = { key: string; most: number; seconds: number };

type Counting = Pick<Services, "database" | "config">;

const text = `
  insert into limits as limited (key, uses, ends_at)
  select key, 1, now() + make_interval(secs => seconds) from unnest($1::text[], $2::float8[]) as asked (key, seconds) order by key
  on conflict (key) do update set
    uses = case when limited.ends_at <= now() then 1 else limited.uses + 1 end,
    ends_at = case when limited.ends_at <= now() then excluded.ends_at else limited.ends_at end
  returning key, uses, extract(epoch from ends_at - now())::float8 as seconds`;

/**
 * Counts one use under every limit, for all processes of the installation. Answers undefined while all have room, and otherwise
 * the seconds until they do. With RATE_LIMITS=off nothing is counted.
 */
export async function countUse({ database, config }: Counting, limits: Limit[]): Promise<number | undefined> {
  if (!config.rateLimits || limits.length === 0) return undefined;
  const counted = await database.rows<{ key: string; uses: number; seconds: number }>(
    text,
    [limits.map(({ key }) => key), limits.map(({ seconds }) => seconds)],
    "count-use",
  );
  const most = new Map(limits.map((limit) => [limit.key, limit.most]));
  const over = counted.filter(({ key, uses }) => uses > (most.get(key) ?? 0));
  return over.length ? Math.max(1, ...over.map(({ seconds }) => Math.ceil(seconds))) : undefined;
}

/** Counts one use, and throws a Refusal that says when to come again where there is no room. */
export async function refuseOver(services: Counting, limits: Limit[], message: string): Promise<void> {
  const retryAfter = await countUse(services, limits);
  if (retryAfter !== undefined) throw new Refusal("too_many_requests", message, { retryAfter });
}

/** Forgets windows that have ended. */
export const forgetLimits = async ({ database }: Pick<Services, "database">): Promise<void> => {
  await database.rows("delete from limits where ends_at <= now()");
};
