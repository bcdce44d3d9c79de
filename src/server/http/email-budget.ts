import { hour, minute, secondsIn } from "#domain/durations.ts";
import { keyedHash } from "./client-key.ts";
import { countUse, type Limit } from "./limits.ts";
import type { Services } from "#server/services.ts";

type BudgetServices = Pick<Services, "config" | "database" | "secret">;

/** Emails of a purpose that an address gets in an hour at once, whoever asks for them. Each has its own. */
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

/** Of all purposes together but a new password, which its owner may need when everything else is spent. */
const allAnHour = 10;
/** Of one purpose, to everybody together: who spends all of one leaves the others as they are. */
const inAllAnHour = 1000;
const firstOfWideNetwork = 60;

/**
 * An email that somebody asks for: why, and to which address. `knownNetwork` is set only where the address's owner
 * asks: the network that they have signed in from before, or the account that is signed in. What strangers ask for uses
 * up none of their budget, neither the address's nor everybody's.
 */
type EmailAsked = { purpose: EmailPurpose; recipient: string; knownNetwork?: string | undefined };

/**
 * In how many milliseconds an email goes that somebody asks for: one a minute of its purpose and a few an hour go at
 * once, and what is beyond waits until the hour is over; nothing is dropped. Ask only for what will be sent: looking
 * comes before counting. Undefined where one of the same purpose has just gone, or waits already, and
 * serves as well: whoever opens it gets the same.
 */
export async function pauseOf(services: BudgetServices, asked: EmailAsked): Promise<number | undefined> {
  const wait = await roomOf(services, asked);
  if (wait === "just sent") return undefined;
  if (wait === undefined) return 0;
  const key = `email waits ${asked.purpose} ${addressee(services, asked)}`;
  return (await isOver(services, key, wait)) ? undefined : wait * 1000;
}

/** The seconds to wait where there is no room; undefined where there is, and what serves as well has just gone. */
export async function roomOf(
  services: BudgetServices,
  asked: EmailAsked,
): Promise<number | "just sent" | undefined> {
  const key = `email minute ${asked.purpose} ${addressee(services, asked)}`;
  return (await isOver(services, key, secondsIn(minute))) ? "just sent" : waitOf(services, asked);
}

/** The same where none serves for another: each goes, in the next minute or hour at the latest. */
export async function ownPauseOf(services: BudgetServices, asked: EmailAsked): Promise<number> {
  const key = `email minute ${asked.purpose} ${addressee(services, asked)}`;
  const soon = await countUse(services, [{ key, most: 1, seconds: secondsIn(minute) }]);
  return ((await waitOf(services, asked)) ?? soon ?? 0) * 1000;
}

/** The seconds to wait where there is no room at all: for what is worth nothing later, such as a code. */
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
 * What a wide network may have us send in an hour, of all purposes together, to addresses whose owner isn't known to be
 * asking. Counted by call, whether or not there is anybody to write to. `wideNetwork` is a `wideKey`.
 */
export const firstEmailsOf = (wideNetwork: string): Limit => ({
  key: `email wide ${wideNetwork}`,
  most: firstOfWideNetwork,
  seconds: secondsIn(hour),
});

const addressee = (services: BudgetServices, { recipient, knownNetwork }: EmailAsked): string =>
  `${keyedHash(services, recipient.toLowerCase())}${knownNetwork ? ` ${knownNetwork}` : ""}`;
