import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { payouts } from "#server/db/schema/money/payouts.ts";
import type { Services } from "#server/services.ts";
import { giveCreditsBack } from "./queries.ts";

/** Why we cancel a payout that is then made anew. */
type SupersededFor = "details_changed" | "pickup_denied" | "held";

/**
 * Cancels payouts that nobody has begun to send; the next run makes them anew. `which` selects them. The caller
 * has the lock of their host.
 */
export async function supersede(
  { now }: Pick<Services, "now">,
  tx: Db,
  reason: SupersededFor,
  which: readonly SQL[],
): Promise<void> {
  const cancelled = await tx
    .update(payouts)
    .set({
      status: "cancelled",
      isSuperseded: true,
      reason,
      closedBy: "system",
      closedAt: new Date(now()),
    })
    .where(and(...which, eq(payouts.status, "made"), isNull(payouts.takenAt)))
    .returning({ id: payouts.id });
  for (const { id } of cancelled) await giveCreditsBack(tx, id);
}
