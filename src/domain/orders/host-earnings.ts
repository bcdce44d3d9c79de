import { type Cents, divideHalfUp } from "#domain/money.ts";
import { instalmentsOf, type PricedRental } from "#domain/pricing/instalments.ts";
import type { LineKind } from "#domain/pricing/lines.ts";

/** Lines of a price that the host has a share of: the rental, and what is taken off it by rule. */
const sharedKinds = [
  "rental",
  "duration_discount",
  "early_return_cap",
  "repair",
] as const satisfies LineKind[];
type SharedKind = (typeof sharedKinds)[number];

export type HostEarnings = {
  sharePercent: number;
  /** The shared lines as the renter pays them. */
  lines: { kind: SharedKind; amount: Cents }[];
  /** What of them is ours, as an amount below zero. */
  ourShare: Cents;
  months: { from: string; until: string; amount: Cents }[];
  total: Cents;
};

const isShared = (kind: string): kind is SharedKind => sharedKinds.some((shared) => shared === kind);

/**
 * What a rental brings its host at the share that is frozen on the order, line by line and month by month. Each month is
 * rounded by what has come so far, so that the months sum to the whole to the cent.
 */
export function hostEarningsOf(order: PricedRental & { hostSharePercent: number | null }): HostEarnings {
  const sharePercent = order.hostSharePercent ?? 0;
  const lines = order.lines.flatMap(({ kind, amount }) => (isShared(kind) ? [{ kind, amount }] : []));
  const shared = lines.reduce((sum, { amount }) => sum + amount, 0);
  const total = shareOf(shared, sharePercent);
  let paid = 0;
  let earned = 0;
  const months = instalmentsOf(order).map((month) => {
    paid += month.lines.reduce((sum, { kind, amount }) => sum + (isShared(kind) ? amount : 0), 0);
    const amount = shareOf(paid, sharePercent) - earned;
    earned += amount;
    return { from: month.startsOn, until: month.endsOn, amount };
  });
  return { sharePercent, lines, ourShare: total - shared, months, total };
}

const shareOf = (amount: Cents, percent: number): Cents => divideHalfUp(amount * percent, 100);
