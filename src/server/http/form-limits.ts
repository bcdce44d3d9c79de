import { countUse, refuseOver } from "./limits.ts";
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

/**
 * Whether an address may get another email that somebody's form asks for. Whoever asked gets the same answer
 * either way.
 */
export async function mayWriteTo(services: Services, form: string, email: string): Promise<boolean> {
  const key = `${form} to ${keyedHash(services, email.toLowerCase())}`;
  const wait = await countUse(services, [
    { key: `${key} a minute`, most: perAddressAMinute, seconds: minute },
    { key: `${key} an hour`, most: perAddressAnHour, seconds: hour },
  ]);
  return wait === undefined;
}
