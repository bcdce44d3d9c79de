import type { Cents } from "#domain/money.ts";

/** A write-off of a host's debt, and the sum of it that isn't taken back. */
type WriteOff = { transactionId: number; standing: Cents };
/** A credit to a host for an order; below zero it took back. */
type Credit = {
  transactionId: number;
  /** What it is for: the same place is credited again, another one for the first time. */
  place: string;
  amount: Cents;
  /** The transaction of the payout that brought it to the host, or that it lowered; null if none was paid. */
  paidAt: number | null;
};

/**
 * Returns how much of each of a host's write-offs ends with the last transaction of an order's credits: as much as
 * it credits again of what the host had been paid, and the order had taken back, when the debt was written off. What
 * the order took back later was never written off, and is credited again first. `credits` are in the order of their
 * transactions.
 */
export function writeOffsToTakeBack<Of extends WriteOff>(
  writeOffs: readonly Of[],
  credits: readonly Credit[],
): (Of & { amount: Cents })[] {
  const last = credits.at(-1)?.transactionId;
  let left = sumOf(credits.filter(({ transactionId }) => transactionId === last));
  return writeOffs.flatMap((writeOff) => {
    const amount = Math.min(left, writeOff.standing, creditedAgain(writeOff, credits));
    if (amount <= 0) return [];
    left -= amount;
    return [{ ...writeOff, amount }];
  });
}

const sumOf = (credits: readonly Credit[]): Cents => credits.reduce((sum, { amount }) => sum + amount, 0);

/** What the last transaction credits again beyond everything that was credited again before it. */
function creditedAgain({ transactionId: writtenAt }: WriteOff, credits: readonly Credit[]): Cents {
  const wasOpen = ({ transactionId, paidAt }: Credit) =>
    transactionId < writtenAt && (paidAt === null || paidAt > writtenAt);
  const openThen = credits.filter(wasOpen);
  const owedBy = new Map(
    [...Map.groupBy(openThen, ({ place }) => place)].map(([place, some]) => [place, -sumOf(some)]),
  );
  // Credits of the order that were still to be paid out made up for a part of it.
  const owed = Math.max(0, -sumOf(openThen));
  const since = new Map<string, Cents>();
  let most = 0;
  let before = 0;
  const later = credits.filter(({ transactionId }) => transactionId > writtenAt);
  for (const [, some] of Map.groupBy(later, ({ transactionId }) => transactionId)) {
    before = most;
    for (const { place, amount } of some) since.set(place, (since.get(place) ?? 0) + amount);
    const again = [...since].reduce(
      (sum, [place, amount]) => sum + Math.max(0, Math.min(amount, owedBy.get(place) ?? 0)),
      0,
    );
    most = Math.max(most, Math.min(again, owed));
  }
  return most - before;
}
