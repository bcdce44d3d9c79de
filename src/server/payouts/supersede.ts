import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { payouts } from "#server/db/schema/money/payouts.ts";
import type { Services } from "#server/services.ts";
import { isCovered } from "./payable.ts";
import { giveCreditsBack } from "./give-credits-back.ts";

/** Why we cancel a payout that is then made anew. */
type SupersededFor = "details_changed" | "pickup_denied" | "held" | "taken_back";

/** SQL over `payouts`: whether something of an order that a payout pays for was taken back after it was made. */
export const isOutdated: SQL =
  sql.raw(`exists (select from host_credits back where back.host_id = payouts.host_id
  and back.payout_id is null and back.amount < 0 and not (${isCovered("back")})
  and exists (select from host_credits own where own.payout_id = payouts.id and own.order_id = back.order_id))`);

/**
 * Cancels payouts that nobody has begun to send; the next run makes them again. `which` selects them. The caller has
 * the lock of their host.
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
