import { and, asc, eq, inArray, lt, or, sql } from "drizzle-orm";
import { day, hour } from "#domain/durations.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import { isUndecidedRow } from "#server/ledger/chargebacks.ts";
import { nameOf } from "#server/error-name.ts";
import type { Provider } from "#server/payments/provider.ts";
import type { Services } from "#server/services.ts";
import { followChargeback } from "./follow-chargeback.ts";

const atOnce = 50;
const every = 6 * hour;
/** Longer than a provider repeats an event that we didn't take, or than we are ever down. */
const lookedBack = 30 * day;

/**
 * The hour's job: finds chargebacks that we never heard of, and reads those again that aren't settled, so that a
 * lost webhook delays a chargeback only by hours.
 */
export async function followChargebacks(services: Services): Promise<void> {
  for (const provider of services.providers.values()) {
    try {
      for (const ref of await unheardOf(services, provider)) await follow(services, provider, ref);
    } catch (error) {
      services.log.warn({ failure: nameOf(error) }, `${provider.name} could not be asked for chargebacks`);
    }
  }
  for (const { mode, ref } of await unsettled(services)) {
    const provider = services.providers.get(mode);
    if (provider) await follow(services, provider, ref);
  }
}

async function unheardOf({ database: { db }, now }: Services, provider: Provider): Promise<string[]> {
  const refs = await provider.chargebacksSince(new Date(now() - lookedBack));
  const found = await db
    .select({ ref: chargebacks.providerRef })
    .from(chargebacks)
    .where(and(eq(chargebacks.mode, provider.name), inArray(chargebacks.providerRef, refs)));
  const known = new Set(found.map(({ ref }) => ref));
  return refs.filter((ref) => !known.has(ref));
}

const unsettled = ({ database: { db }, now }: Services) =>
  db
    .select({ mode: chargebacks.mode, ref: chargebacks.providerRef })
    .from(chargebacks)
    .where(
      and(
        lt(chargebacks.checkedAt, new Date(now() - every)),
        or(
          isUndecidedRow,
          // Won, and not given back yet.
          and(sql`${chargebacks.state} = 'won'`, sql`${chargebacks.reinstated} < ${chargebacks.withdrawn}`),
        ),
      ),
    )
    .orderBy(asc(chargebacks.checkedAt))
    .limit(atOnce);

async function follow(services: Services, provider: Provider, ref: string): Promise<void> {
  try {
    await followChargeback(services, provider, ref);
  } catch (error) {
    services.log.warn({ failure: nameOf(error), chargeback: ref }, "a chargeback could not be asked about");
  }
}
