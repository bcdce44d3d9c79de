import { countUse, type Limit } from "#server/limits.ts";
import { keyedHash } from "#server/places.ts";
import type { Services } from "#server/services.ts";
import { AuthError } from "./auth-error.ts";

type Counting = Pick<Services, "config" | "database" | "secret">;

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** How often one network may ask: most uses in so many seconds. Refreshing has room for many tabs, since a refusal there signs people out. */
const perNetwork = {
  token: [150, 5 * minute],
  refresh: [1800, 5 * minute],
  signup: [30, 5 * minute],
  recover: [30, 5 * minute],
  verify: [30, 5 * minute],
  user: [30, 5 * minute],
  factor: [60, 5 * minute],
  username: [20, minute],
} as const;

/** Counts a call of a network. Throws AuthError with the seconds to wait. */
export async function countCall(services: Counting, kind: keyof typeof perNetwork, network: string): Promise<void> {
  const [most, seconds] = perNetwork[kind];
  const retryAfter = await countUse(services, [{ key: `auth ${kind} ${network}`, most, seconds }]);
  if (retryAfter !== undefined) throw new AuthError("over_request_rate_limit", undefined, { retryAfter });
}

const lettersInAll = 1000;

/**
 * Whether a letter or a text may still go out: one a minute and five an hour for a recipient, twenty an hour from a network, and
 * a cap for all. What has no room is dropped without a word, so that nobody learns who has an account.
 */
export async function hasLetterRoom(services: Counting, recipient: string, network: string): Promise<boolean> {
  const to = keyedHash(services, recipient);
  const limits: Limit[] = [
    { key: `letter minute ${to}`, most: 1, seconds: minute },
    { key: `letter hour ${to}`, most: 5, seconds: hour },
    { key: `letter network ${network}`, most: 20, seconds: hour },
    { key: "letter all", most: lettersInAll, seconds: hour },
  ];
  return (await countUse(services, limits)) === undefined;
}

/** Failures that an account forgives in fifteen minutes before it slows down. */
const forgiven = 10;

/** Seconds between two tries, by the failures so far. */
const pause = (failures: number): number => (failures < forgiven ? 0 : failures < 2 * forgiven ? 5 : failures < 4 * forgiven ? 15 : 60);

const failureKeys = (services: Counting, name: string, network: string) => {
  const of = keyedHash(services, name);
  return { account: `failures ${of}`, pair: `failures ${of} ${network}`, turn: `try ${of}` };
};

/**
 * Lets a try at a password through, or throws AuthError with the seconds to wait. One network has ten failures in a quarter of an
 * hour; from everywhere together the account slows down, except for a network that its owner has signed in from before.
 */
export async function allowTry(services: Counting, name: string, network: string, isKnownNetwork: boolean): Promise<void> {
  if (!services.config.rateLimits) return;
  const { account, pair, turn } = failureKeys(services, name, network);
  const counted = await services.database.rows<{ key: string; uses: number; seconds: number }>(
    "select key, uses, ceil(extract(epoch from ends_at - now()))::int as seconds from limits where key = any($1) and ends_at > now()",
    [[account, pair]],
    "count-failures",
  );
  const failures = (key: string) => counted.find((count) => count.key === key);
  const ofPair = failures(pair);
  if (ofPair && ofPair.uses >= forgiven) throw new AuthError("over_request_rate_limit", undefined, { retryAfter: Math.max(1, ofPair.seconds) });
  const seconds = isKnownNetwork ? 0 : pause(failures(account)?.uses ?? 0);
  if (seconds === 0) return;
  const retryAfter = await countUse(services, [{ key: turn, most: 1, seconds }]);
  if (retryAfter !== undefined) throw new AuthError("over_request_rate_limit", undefined, { retryAfter });
}

export async function countFailure(services: Counting, name: string, network: string): Promise<void> {
  const { account, pair } = failureKeys(services, name, network);
  await countUse(services, [
    { key: account, most: Infinity, seconds: quarter },
    { key: pair, most: Infinity, seconds: quarter },
  ]);
}

/** A right password makes good for the wrong ones that the same network typed before. */
export async function forgiveFailures(services: Counting, name: string, network: string): Promise<void> {
  if (services.config.rateLimits)
    await services.database.rows("delete from limits where key = $1", [failureKeys(services, name, network).pair], "forgive-failures");
}
