import { and, eq, sql } from "drizzle-orm";
import type { CreditDifference } from "#domain/payouts/credits.ts";
import { standingTakeBack } from "#domain/payouts/adjustments.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostAdjustments } from "#server/db/schema/money/host-adjustments.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";

/** The part of a host's credits of an order that is newly taken back by hand, or no longer taken back. */
export type TakenBackDifference = Omit<CreditDifference, "rule" | "instalmentId"> & {
  rule: "take_back";
  instalmentId: null;
};
type Credit = Pick<CreditDifference, "hostId" | "stretch" | "carId" | "sharePercent" | "amount">;

/**
 * The differences that bring the manual take-backs of an order to the sums that administrators set, up to what the
 * order credits each host now. `credits` are all credits that the formula gave the order's hosts.
 */
export async function takenBackDifferences(
  tx: Db,
  orderId: string,
  credits: readonly Credit[],
): Promise<TakenBackDifference[]> {
  const taken = await takenByHost(tx, orderId);
  if (taken.size === 0) return [];
  const standing = await standingByHost(tx, orderId);
  return [...taken].flatMap(([hostId, amount]): TakenBackDifference[] => {
    const ofHost = credits.filter((credit) => credit.hostId === hostId);
    const last = ofHost.at(-1);
    const credited = ofHost.reduce((sum, credit) => sum + credit.amount, 0);
    const more = (standing.get(hostId) ?? 0) - standingTakeBack(amount, credited);
    if (!last || more === 0) return [];
    const { stretch, carId, sharePercent } = last;
    const of = { stretch, hostId, carId, sharePercent, rule: "take_back", instalmentId: null } as const;
    return [{ ...of, chargeId: null, lines: [], gross: 0, amount: more, period: null, isFirst: false }];
  });
}

async function takenByHost(tx: Db, orderId: string): Promise<Map<string, number>> {
  const isDone = and(
    eq(hostAdjustments.orderId, orderId),
    eq(hostAdjustments.kind, "take_back"),
    eq(hostAdjustments.status, "done"),
  );
  const found = await tx
    .select({ hostId: hostAdjustments.hostId, amount: sql<string>`sum(${hostAdjustments.amount})` })
    .from(hostAdjustments)
    .where(isDone)
    .groupBy(hostAdjustments.hostId);
  return new Map(found.map(({ hostId, amount }) => [hostId, Number(amount)]));
}

/** What each host's rows of the order have taken back so far. */
async function standingByHost(tx: Db, orderId: string): Promise<Map<string, number>> {
  const found = await tx
    .select({ hostId: hostCredits.hostId, amount: sql<string>`-sum(${hostCredits.amount})` })
    .from(hostCredits)
    .where(and(eq(hostCredits.orderId, orderId), eq(hostCredits.rule, "take_back")))
    .groupBy(hostCredits.hostId);
  return new Map(found.map(({ hostId, amount }) => [hostId, Number(amount)]));
}
