import { dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import type { Entry, TransactionKind } from "#domain/payments/ledger.ts";
import type { Db } from "#server/db/open-database.ts";
import { ledgerEntries, ledgerTransactions } from "#server/db/schema/money/payments.ts";
import type { Services } from "#server/services.ts";
import { postingDay } from "./closed-months.ts";

export type Posting = {
  /** A posting with a key that exists already is not written again. */
  key: string;
  kind: TransactionKind;
  /** The order that it belongs to; a provider's fees and payouts belong to none. */
  orderId?: string;
  cause?: {
    instalmentId?: string;
    paymentId?: string;
    refundId?: string;
    chargeId?: string;
    payoutId?: string;
    adjustmentId?: string;
    providerRef?: string;
  };
  actor: string;
  /** The day that it is about, up to today; today where none is said. */
  on?: IsoDate | undefined;
  entries: readonly Entry[];
};

/**
 * Writes a transaction into the ledger, in the database transaction of its cause. A key that is there already stays
 * as it is, and without entries nothing is written. Its day is the one that it is about, or in the first open month
 * if the month of that day is closed. Returns whether it was written.
 */
export async function post(
  { now }: Pick<Services, "now">,
  tx: Db,
  { key, kind, orderId, cause, actor, on, entries }: Posting,
): Promise<boolean> {
  if (entries.length === 0) return false;
  const today = dateInLosAngeles(now());
  const effectiveOn = on !== undefined && on < today ? on : today;
  const postedOn = await postingDay(tx, effectiveOn, today);
  const [written] = await tx
    .insert(ledgerTransactions)
    .values({
      ...cause,
      key,
      kind,
      orderId,
      actor,
      entries: entries.length,
      postedOn,
      effectiveOn: effectiveOn === postedOn ? null : effectiveOn,
      postedAt: new Date(now()),
    })
    .onConflictDoNothing()
    .returning({ transactionId: ledgerTransactions.id });
  if (!written) return false;
  await tx
    .insert(ledgerEntries)
    .values(entries.map((entry) => ({ ...entry, ...written, orderId, postedOn })));
  return true;
}
