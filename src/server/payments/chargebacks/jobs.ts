import { and, asc, lt, or, sql } from "drizzle-orm";
import { chargebacks } from "#server/db/chargebacks-schema.ts";
import { isUndecidedRow } from "#server/ledger/chargebacks.ts";
import { nameOf } from "#server/payments/error-name.ts";
import type { Services } from "#server/services.ts";
import { followChargeback } from "./follow-chargeback.ts";

const atOnce = 50;
const every = 6 * 60 * 60_000;

/** The hour's job: chargebacks that aren't settled are asked about anew, so that a lost webhook delays one by hours. */
export async function followChargebacks(services: Services): Promise<void> {
  if (services.providers.size === 0) return;
  const { db } = services.database;
  const found = await db
    .select({ mode: chargebacks.mode, ref: chargebacks.providerRef })
    .from(chargebacks)
    .where(
      and(
        lt(chargebacks.checkedAt, new Date(services.now() - every)),
        or(
          isUndecidedRow,
          // Won, and not given back yet.
          and(sql`${chargebacks.state} = 'won'`, sql`${chargebacks.reinstated} < ${chargebacks.withdrawn}`),
        ),
      ),
    )
    .orderBy(asc(chargebacks.checkedAt))
    .limit(atOnce);
  for (const { mode, ref } of found) {
    const provider = services.providers.get(mode);
    if (!provider) continue;
    try {
      await followChargeback(services, provider, ref);
    } catch (error) {
      services.log.warn({ failure: nameOf(error), chargeback: ref }, "a chargeback could not be asked about");
    }
  }
}
