import { hour, minute, secondsIn } from "#domain/durations.ts";
import { keyedHash } from "./client-key.ts";
import { countUse, type Limit } from "./limits.ts";
import type { Services } from "#server/services.ts";

type BudgetServices = Pick<Services, "config" | "database" | "secret">;

/** For each purpose, the emails that an address gets at once in an hour, no matter who causes them. */
const atOnceAnHour = {
  "sign-up": 5,
  recovery: 5,
  otp: 5,
  "email change": 5,
  reauthentication: 5,
  order: 5,
  "order link": 5,
  contact: 2,
  "driver named": 2,
  subscribe: 2,
} as const;
export type EmailPurpose = keyof typeof atOnceAnHour;

/** The limit of all purposes together, except for a new password, which its owner may need even then. */
const allAnHour = 10;
/** The limit of one purpose for all addresses together: when one purpose is used up, the others still work. */
const inAllAnHour = 1000;
const firstOfWideNetwork = 60;

/**
 * An email that a call would send: its purpose and address. `knownNetwork` is set only if the address's owner
 * makes the call: from a network that they have signed in from before, or signed in. The owner's emails have a
 * budget of their own, which calls of strangers don't use up.
 */
type EmailAsked = { purpose: EmailPurpose; recipient: string; knownNetwork?: string | undefined };

/**
 * The milliseconds until an email may go: one a minute of its purpose and a few an hour go at once, further ones
 * wait until the hour is over; none is dropped. Call this only for an email that will be sent, because it counts.
 * Undefined if an email of the same purpose has just gone, or waits already, and serves as well because it opens
 * the same.
 */
export async function pauseOf(services: BudgetServices, asked: EmailAsked): Promise<number | undefined> {
  const wait = await roomOf(services, asked);
  if (wait === "just sent") return undefined;
  if (wait === undefined) return 0;
  const key = `email waits ${asked.purpose} ${addressee(services, asked)}`;
  return (await isOver(services, key, wait)) ? undefined : wait * 1000;
}

/** The seconds to wait without room; undefined with room; "just sent" if an email that serves as well has gone. */
export async function roomOf(
  services: BudgetServices,
  asked: EmailAsked,
): Promise<number | "just sent" | undefined> {
  const key = `email minute ${asked.purpose} ${addressee(services, asked)}`;
  return (await isOver(services, key, secondsIn(minute))) ? "just sent" : waitOf(services, asked);
}

/** The pause before an email where each email is needed: each goes, within the next minute or hour. */
export async function ownPauseOf(services: BudgetServices, asked: EmailAsked): Promise<number> {
  const key = `email minute ${asked.purpose} ${addressee(services, asked)}`;
  const soon = await countUse(services, [{ key, most: 1, seconds: secondsIn(minute) }]);
  return ((await waitOf(services, asked)) ?? soon ?? 0) * 1000;
}

/** The seconds to wait without room, for an email that is useless later, such as a code. */
export async function waitForCode(services: BudgetServices, asked: EmailAsked): Promise<number | undefined> {
  const key = `email minute ${asked.purpose} ${addressee(services, asked)}`;
  return (
    (await countUse(services, [{ key, most: 1, seconds: secondsIn(minute) }])) ?? waitOf(services, asked)
  );
}

const isOver = async (services: BudgetServices, key: string, seconds: number): Promise<boolean> =>
  (await countUse(services, [{ key, most: 1, seconds }])) !== undefined;

function waitOf(services: BudgetServices, asked: EmailAsked): Promise<number | undefined> {
  const { purpose, recipient } = asked;
  const whole = {
    key: `email hour ${keyedHash(services, recipient)}`,
    most: allAnHour,
    seconds: secondsIn(hour),
  };
  return countUse(services, [
    {
      key: `email hour ${purpose} ${addressee(services, asked)}`,
      most: atOnceAnHour[purpose],
      seconds: secondsIn(hour),
    },
    ...(purpose === "recovery" || asked.knownNetwork ? [] : [whole]),
    ...(asked.knownNetwork
      ? []
      : [{ key: `email all ${purpose}`, most: inAllAnHour, seconds: secondsIn(hour) }]),
  ]);
}

/**
 * The limit of emails in an hour from a wide network, of all purposes together, to addresses whose owner isn't
 * known to call. Each call counts, whether or not it sends an email. `wideNetwork` is a `wideKey`.
 */
export const firstEmailsOf = (wideNetwork: string): Limit => ({
  key: `email wide ${wideNetwork}`,
  most: firstOfWideNetwork,
  seconds: secondsIn(hour),
});

const addressee = (services: BudgetServices, { recipient, knownNetwork }: EmailAsked): string =>
  `${keyedHash(services, recipient.toLowerCase())}${knownNetwork ? ` ${knownNetwork}` : ""}`;
