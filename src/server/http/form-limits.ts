import { hour, secondsIn } from "#domain/durations.ts";
import { Refusal } from "#contract/errors.ts";
import type { Services } from "#server/services.ts";
import { clientKey, wideKey } from "./client-key.ts";
import { firstEmailsOf } from "./email-budget.ts";
import { countUnder, refuseOver } from "./limits.ts";

const perPlaceAnHour = 20;
const inAllAnHour = 600;
const tooMany = "Too many messages came from here in the last hour. Please try again later, or call us.";

/**
 * Counts a public form that was sent. Throws a Refusal if one network sends too many. If all networks together
 * send too many, each may still send one more an hour, so that nobody can close a form to others.
 */
export async function refuseFlood(services: Services, form: string, caller: string): Promise<void> {
  const key = `${form} from ${clientKey(services, caller)}`;
  await refuseOver(
    services,
    [{ key, most: perPlaceAnHour, seconds: secondsIn(hour) }, firstEmailsOf(wideKey(services, caller))],
    tooMany,
  );
  if (!services.config.rateLimits) return;
  const { uses, seconds } = await countUnder(services, `${form} in all`, secondsIn(hour));
  if (uses <= inAllAnHour) return;
  const own = await countUnder(services, `${key} beyond`, secondsIn(hour));
  if (own.uses > 1)
    throw new Refusal("too_many_requests", tooMany, { retryAfter: Math.max(1, Math.ceil(seconds)) });
}
