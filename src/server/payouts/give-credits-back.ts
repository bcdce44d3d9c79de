import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";

/** The credits of a payout that failed or was cancelled wait for the next one. */
export const giveCreditsBack = (tx: Db, payoutId: string): Promise<unknown> =>
  tx.update(hostCredits).set({ payoutId: null }).where(eq(hostCredits.payoutId, payoutId));
