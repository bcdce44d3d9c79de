import { countUse, refuseOver, type Limit } from "./limits.ts";
import { keyedHash, placeOf } from "./client-key.ts";
import type { Services } from "#server/services.ts";

const minute = 60;
const hour = 3600;
const perPlaceAnHour = 20;
const inAllAnHour = 600;
const perAddressAMinute = 1;
const perAddressAnHour = 5;

/**
 * Counts a public form that was sent. Throws a Refusal where one network, or everybody together, sends too
 * many.
 */
export const refuseFlood = (services: Services, form: string, caller: string): Promise<void> =>
  refuseOver(
    services,
    [
      { key: `${form} from ${placeOf(services, caller)}`, most: perPlaceAnHour, seconds: hour },
      { key: `${form} in all`, most: inAllAnHour, seconds: hour },
    ],
    "Too many messages came from here in the last hour. Please try again later, or call us.",
  );

/** Five emails an hour for an address, whatever somebody made us send: forms, orders and sign-ups together. */
export const emailsAnHour = (to: string): Limit => ({
  key: `email hour ${to}`,
  most: perAddressAnHour,
  seconds: hour,
});

/**
 * Counts an email that somebody's form asks for: one a minute of that form, since a person's own steps follow
 * each other quickly, and `emailsAnHour`. Answers the seconds to wait where there is no room.
 */
export function countEmail(services: Services, form: string, email: string): Promise<number | undefined> {
  const to = keyedHash(services, email.toLowerCase());
  return countUse(services, [
    { key: `${form} to ${to} a minute`, most: perAddressAMinute, seconds: minute },
    emailsAnHour(to),
  ]);
}

/** Whether an address may get that email. Whoever asked gets the same answer either way. */
export const mayWriteTo = async (services: Services, form: string, email: string): Promise<boolean> =>
  (await countEmail(services, form, email)) === undefined;
