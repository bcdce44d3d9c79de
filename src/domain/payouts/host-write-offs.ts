import type { Cents } from "#domain/money.ts";

/** A write-off of a host's debt, and the sum of it that isn't taken back. */
type WriteOff = { transactionId: number; standing: Cents };
/** What one transaction of the ledger credited a host for an order; below zero it took back. */
type Credit = { transactionId: number; amount: Cents };

/**
 * Returns how much of each of a host's write-offs ends with the last of an order's credits: as much as it credits
 * again of what the order had taken back when the debt was written off. What the order took back later was never
 * written off, and is credited again first.
 */
export function writeOffsToTakeBack<Of extends WriteOff>(
  writeOffs: readonly Of[],
  credits: readonly Credit[],
): (Of & { amount: Cents })[] {
  let left = credits.at(-1)?.amount ?? 0;
  return writeOffs.flatMap((writeOff) => {
    const amount = Math.min(left, writeOff.standing, creditedAgain(writeOff, credits));
    if (amount <= 0) return [];
    left -= amount;
    return [{ ...writeOff, amount }];
  });
}

function creditedAgain({ transactionId }: WriteOff, credits: readonly Credit[]): Cents {
  let sum = 0;
  let most = 0;
  let written = 0;
  for (const credit of credits) {
    sum += credit.amount;
    if (credit.transactionId > transactionId) continue;
    most = Math.max(most, sum);
    written = sum;
  }
  const again = (credited: Cents): Cents => Math.max(0, Math.min(credited, most) - written);
  return again(sum) - again(sum - (credits.at(-1)?.amount ?? 0));
}
