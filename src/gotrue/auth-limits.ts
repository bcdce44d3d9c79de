import { day, hour, minute, secondsIn } from "#domain/durations.ts";
import { countUnder, countUse, giveBack } from "#server/http/limits.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { type EmailPurpose, firstEmailsOf, waitForCode } from "#server/http/email-budget.ts";
import type { Services } from "#server/services.ts";
import { AuthError } from "./auth-error.ts";

export type AuthLimitServices = Pick<Services, "config" | "database" | "secret">;

const quarter = secondsIn(15 * minute);

/**
 * How often one network may call: the most uses, and in how many seconds. Refreshing has room for many tabs, since
 * a refused refresh signs people out.
 */
const perNetwork = {
  token: [150, secondsIn(5 * minute)],
  refresh: [1800, secondsIn(5 * minute)],
  signup: [30, secondsIn(5 * minute)],
  recover: [30, secondsIn(5 * minute)],
  verify: [30, secondsIn(5 * minute)],
  link: [60, secondsIn(5 * minute)],
  user: [30, secondsIn(5 * minute)],
  factor: [60, secondsIn(5 * minute)],
} as const;

/** Counts a call of a network. Throws AuthError with the seconds to wait. */
export async function countCall(
  services: AuthLimitServices,
  kind: keyof typeof perNetwork,
  network: string,
): Promise<void> {
  const [most, seconds] = perNetwork[kind];
  const retryAfter = await countUse(services, [{ key: `auth ${kind} ${network}`, most, seconds }]);
  if (retryAfter !== undefined) throw new AuthError("over_request_rate_limit", undefined, { retryAfter });
}

/** The number of emails and texts that one network can make us send in an hour. */
const emailsOfNetwork = 20;

/**
 * Counts a call that may lead to an email or a text, whether or not there is a recipient: the answer reveals
 * nothing. `isKnownNetwork`: the owner of the address or phone has signed in from this network. Throws AuthError
 * with the seconds to wait.
 */
export async function countEmailCall(
  services: AuthLimitServices,
  { network, wideNetwork }: { network: string; wideNetwork: string },
  isKnownNetwork = false,
): Promise<void> {
  const limit = { key: `email network ${network}`, most: emailsOfNetwork, seconds: secondsIn(hour) };
  const retryAfter = await countUse(services, [
    limit,
    ...(isKnownNetwork ? [] : [firstEmailsOf(wideNetwork)]),
  ]);
  if (retryAfter !== undefined) throw new AuthError("over_email_send_rate_limit", undefined, { retryAfter });
}

/** Texts to numbers without a known owner. We pay for each; a costly network may share it with the caller. */
const newTexts = { ofWideNetwork: { hour: 10, day: 20 }, inAll: { hour: 60, day: 200 } };

/**
 * Counts a text to a number that no account is known to own, whether or not it is sent: the answer reveals
 * nothing. Throws AuthError with the seconds to wait.
 */
export async function countText(
  services: AuthLimitServices,
  { wideNetwork }: { wideNetwork: string },
): Promise<void> {
  const { ofWideNetwork, inAll } = newTexts;
  const retryAfter = await countUse(services, [
    { key: `texts hour ${wideNetwork}`, most: ofWideNetwork.hour, seconds: secondsIn(hour) },
    { key: `texts day ${wideNetwork}`, most: ofWideNetwork.day, seconds: secondsIn(day) },
    { key: "texts hour all", most: inAll.hour, seconds: secondsIn(hour) },
    { key: "texts day all", most: inAll.day, seconds: secondsIn(day) },
  ]);
  if (retryAfter !== undefined) throw new AuthError("over_sms_send_rate_limit", undefined, { retryAfter });
}

/** Counts a code that is useless later. Throws AuthError with the seconds to wait if it can't be sent at once. */
export async function countCode(
  services: AuthLimitServices,
  purpose: EmailPurpose,
  { recipient, knownNetwork }: { recipient: string; knownNetwork?: string | undefined },
): Promise<void> {
  const retryAfter = await waitForCode(services, { purpose, recipient, knownNetwork });
  if (retryAfter !== undefined)
    throw new AuthError(
      recipient.includes("@") ? "over_email_send_rate_limit" : "over_sms_send_rate_limit",
      undefined,
      { retryAfter },
    );
}

/** Failures of one network at one account in fifteen minutes. */
const mostOfNetwork = 10;
/** The failures from all networks together that an account may have in fifteen minutes before it slows down. */
const forgiven = 10;

/** Seconds between two tries, by the failures so far. */
const pause = (failures: number): number =>
  failures < forgiven ? 0 : failures < 2 * forgiven ? 5 : failures < 4 * forgiven ? 15 : 60;

/**
 * A try at a password, which counts as a failure before the password is checked: the caller calls `forgive` if the
 * password was right, `undo` if it was not checked.
 */
export type ReservedTry = { forgive: () => Promise<void>; undo: () => Promise<void> };

/**
 * Lets a try at a password through, or throws AuthError with the seconds to wait. The try is counted before
 * anything is hashed: otherwise a hundred tries at once would all be checked. One network has ten tries in a
 * quarter of an hour. Tries from all networks together slow the account down, except for networks that its owner
 * has signed in from before: nobody can lock the owner out there.
 */
export async function reserveTry(
  services: AuthLimitServices,
  name: string,
  network: string,
  isKnownNetwork: boolean,
): Promise<ReservedTry> {
  if (!services.config.rateLimits) return { forgive: () => Promise.resolve(), undo: () => Promise.resolve() };
  const of = keyedHash(services, name);
  const [account, pair] = [`failures ${of}`, `failures ${of} ${network}`];
  const refuse = async (keys: string[], seconds: number) => {
    await giveBack(services, keys);
    throw new AuthError("over_request_rate_limit", undefined, {
      retryAfter: Math.max(1, Math.ceil(seconds)),
    });
  };
  const ofPair = await countUnder(services, pair, quarter);
  if (ofPair.uses > mostOfNetwork) await refuse([pair], ofPair.seconds);
  const ofAccount = await countUnder(services, account, quarter);
  const seconds = isKnownNetwork ? 0 : pause(ofAccount.uses - 1);
  const wait = seconds === 0 ? undefined : await countUse(services, [{ key: `try ${of}`, most: 1, seconds }]);
  if (wait !== undefined) await refuse([pair, account], wait);
  return {
    // A right password cancels the wrong ones that the same network typed before.
    async forgive() {
      await services.database.rows("delete from limits where key = $1", [pair], "forgive-failures");
      await giveBack(services, [account]);
    },
    undo: () => giveBack(services, [pair, account]),
  };
}
