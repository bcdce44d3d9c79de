import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Stretch } from "#domain/orders/stretches.ts";
import type { CreditTotal } from "#domain/payouts/credits.ts";
import { payableFrom } from "#domain/payouts/payable-day.ts";
import type { HostLine } from "#domain/payouts/shared-lines.ts";
import type { Period } from "#domain/pricing/instalments.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";

export type HostCreditRow = typeof hostCredits.$inferSelect;

/** The credits that the formula gave an order's hosts, the earliest first; without manual take-backs. */
export const creditsOf = (tx: Db, orderId: string): Promise<HostCreditRow[]> =>
  tx
    .select()
    .from(hostCredits)
    .where(and(eq(hostCredits.orderId, orderId), inArray(hostCredits.rule, ["share", "charge"])))
    .orderBy(asc(hostCredits.id));

/** The sums of rows of the same stretch, host, rule and instalment, by the instalment that replaces theirs now. */
export function creditedOf(
  rows: readonly HostCreditRow[],
  standingFor: (instalmentId: string) => string,
): CreditTotal[] {
  const places = new Map<string, CreditTotal>();
  for (const row of rows) {
    const { stretch, hostId, carId, sharePercent, rule, chargeId, startsOn, endsOn } = row;
    if (row.instalmentId === null || (rule !== "share" && rule !== "charge")) continue;
    const instalmentId = standingFor(row.instalmentId);
    const key = `${stretch} ${hostId} ${rule} ${instalmentId}`;
    const before = places.get(key);
    places.set(key, {
      stretch,
      hostId,
      carId,
      sharePercent,
      rule,
      instalmentId,
      chargeId,
      lines: addedLines(before?.lines ?? [], row.lines),
      amount: (before?.amount ?? 0) + row.amount,
      period: startsOn === null || endsOn === null ? null : { startsOn, endsOn },
      isFirst: row.awaitsPickup,
    });
  }
  return [...places.values()];
}

function addedLines(lines: readonly HostLine[], more: readonly HostLine[]): HostLine[] {
  const sums = new Map(lines.map(({ kind, amount }) => [kind, amount]));
  for (const { kind, amount } of more) sums.set(kind, (sums.get(kind) ?? 0) + amount);
  return [...sums].map(([kind, amount]) => ({ kind, amount }));
}

/** Gives credits the days of their moved months, or none; credits in no payout become payable by these days. */
export async function moveCredits(
  tx: Db,
  rows: readonly HostCreditRow[],
  { period, isFirst }: { period: Period | null; isFirst: boolean },
): Promise<void> {
  const [startsOn, endsOn] = [period?.startsOn ?? null, period?.endsOn ?? null];
  for (const { id, paidOn, amount, payoutId } of rows)
    await tx
      .update(hostCredits)
      .set({
        startsOn,
        endsOn,
        ...(amount > 0 &&
          payoutId === null && {
            payableOn: payableFrom({ startsOn, isFirst }, paidOn),
            awaitsPickup: isFirst,
          }),
      })
      .where(eq(hostCredits.id, id));
}

/** Whether an order has or had a host who earns by it. */
export const isHosted = (stretches: readonly Stretch[], credits: readonly unknown[]): boolean =>
  credits.length > 0 || stretches.some(({ hostId }) => hostId !== null);

/** The sums of an order's credits, by the days that they are for. */
export const creditedDaysOf = (tx: Db, orderId: string) =>
  tx
    .select({
      startsOn: hostCredits.startsOn,
      endsOn: hostCredits.endsOn,
      amount: sql<number>`sum(${hostCredits.amount})::float8`,
    })
    .from(hostCredits)
    .where(eq(hostCredits.orderId, orderId))
    .groupBy(hostCredits.startsOn, hostCredits.endsOn);
