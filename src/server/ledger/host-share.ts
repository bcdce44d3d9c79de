import { and, desc, eq } from "drizzle-orm";
import { addDays, dateInLosAngeles, type IsoDate, later } from "#domain/dates.ts";
import { hostShareEntries } from "#domain/payments/ledger.ts";
import { type CreditDifference, differencesOf } from "#domain/payouts/credits.ts";
import { type HostShare, hostSharesOf } from "#domain/payouts/host-shares.ts";
import { payableFrom } from "#domain/payouts/payable-day.ts";
import type { Db } from "#server/db/open-database.ts";
import type { ChargebackRow } from "./chargebacks.ts";
import { drivenBeforeLoss } from "#server/db/schema/money/chargebacks.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { ledgerTransactions, payments } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { type Services, today } from "#server/services.ts";
import { hadCar } from "./had-car.ts";
import { postingDay } from "./closed-months.ts";
import { postEarnings } from "./earnings.ts";
import { lockWriteOffs, takeBackHostWriteOffs } from "./host-balance.ts";
import { creditedOf, creditsOf, type HostCreditRow, isHosted, moveCredits } from "./host-credits.ts";
import type { OrderRow } from "./instalments.ts";
import { paidInFactOf } from "./paid-in-fact.ts";
import { post } from "./post.ts";
import { successors } from "./purposes.ts";
import { standingInstalments } from "./queries.ts";
import { type TakenBackDifference, takenBackDifferences } from "./taken-back.ts";
import { sharedRentalOf } from "./shared-rental.ts";

type Clock = Pick<Services, "now">;

/**
 * Brings the credits of an order's hosts to their share of what is paid: the difference is written line by line,
 * and into the ledger. Must be called at the end of every transaction that changes what is paid of an order, its
 * price, its days, its cars or their hosts. What is taken back counts on the day of it: today, or `takenBackOn`
 * where a payment was recorded that had not come. What is credited again counts today. The caller has the order's
 * lock.
 */
export async function postHostShare(
  clock: Clock,
  tx: Db,
  orderId: string,
  takenBackOn: IsoDate = today(clock),
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return;
  const stretches = await findStretches(tx, order);
  const rows = await creditsOf(tx, orderId);
  if (!isHosted(stretches, rows)) return;
  const standingFor = await successors(tx, orderId);
  const shares = hostSharesOf(await sharedRentalOf(tx, order, stretches, standingFor));
  await followMovedDays(tx, rows, shares, standingFor);
  const differences = differencesOf(shares, creditedOf(rows, standingFor));
  const takenBack = await takenBackDifferences(tx, orderId, [...rows, ...differences]);
  const all = [...differences, ...takenBack];
  if (all.length > 0) await write(clock, tx, order, { rows, differences: all, standingFor, takenBackOn });
  await postEarnings(clock, tx, orderId);
}

/** Credits follow their month when its days have moved, also where it has no days left. */
async function followMovedDays(
  tx: Db,
  rows: readonly HostCreditRow[],
  shares: readonly HostShare[],
  standingFor: (instalmentId: string) => string,
): Promise<void> {
  for (const { stretch, hostId, instalmentId, period, isFirst } of shares) {
    const moved = rows.filter(
      (row) =>
        row.stretch === stretch &&
        row.hostId === hostId &&
        row.instalmentId !== null &&
        standingFor(row.instalmentId) === instalmentId &&
        (row.startsOn !== (period?.startsOn ?? null) || row.endsOn !== (period?.endsOn ?? null)) &&
        // A credit that waits for a recorded pickup keeps its days, even if the month has no days now.
        (period !== null || !row.awaitsPickup),
    );
    if (moved.length > 0) await moveCredits(tx, moved, { period, isFirst });
  }
}

type CreditsToWrite = {
  /** What the order's hosts were credited before. */
  rows: readonly HostCreditRow[];
  differences: readonly (CreditDifference | TakenBackDifference)[];
  standingFor: (instalmentId: string) => string;
  takenBackOn: IsoDate;
};

async function write(
  clock: Clock,
  tx: Db,
  { id: orderId }: OrderRow,
  { rows, differences, standingFor, takenBackOn }: CreditsToWrite,
): Promise<void> {
  const on = today(clock);
  const hostsWithMore = [...Map.groupBy(differences, ({ hostId }) => hostId)]
    .filter(([, ofHost]) => ofHost.reduce((sum, { amount }) => sum + amount, 0) > 0)
    .map(([hostId]) => hostId);
  for (const hostId of hostsWithMore.toSorted()) await lockWriteOffs(tx, hostId);
  const ofOrder = and(eq(ledgerTransactions.orderId, orderId), eq(ledgerTransactions.kind, "host_share"));
  const key = `host_share:${orderId}:${await tx.$count(ledgerTransactions, ofOrder)}`;
  await post(clock, tx, {
    key,
    kind: "host_share",
    orderId,
    actor: "system",
    entries: hostShareEntries(differences),
  });
  const [transaction] = await tx
    .select({ id: ledgerTransactions.id, postedOn: ledgerTransactions.postedOn })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.key, key));
  if (!transaction) throw new Error("A host's share was not posted");
  const last = await lastPayment(tx, orderId);
  const paidOn = last?.paidOn ?? on;
  const isRestored = last !== undefined && isTakenBackSince(last.transactionId, rows, differences);
  // Money of a month that is closed by now, such as a credit that pays something later, counts in an open one.
  const inBooksOn = await postingDay(tx, paidOn, on);
  const restoredOn = isRestored ? on : inBooksOn === paidOn ? null : inBooksOn;
  const written = differences.map(({ period, isFirst, ...credit }) => {
    const isMore = credit.amount > 0 && credit.rule !== "take_back";
    const startsOn = period?.startsOn ?? null;
    return {
      ...credit,
      orderId,
      startsOn,
      endsOn: period?.endsOn ?? null,
      paidOn: isMore ? paidOn : takenBackOn,
      restoredOn: isMore ? restoredOn : null,
      transactionId: transaction.id,
      creditedOn: transaction.postedOn,
      // A take-back counts at once, against the next payout; so does the reversal of a too high one.
      payableOn: isMore ? payableFrom({ startsOn, isFirst }, paidOn) : on,
      awaitsPickup: isMore && isFirst,
      createdAt: new Date(clock.now()),
    };
  });
  await tx.insert(hostCredits).values(written);
  for (const hostId of hostsWithMore) {
    const days = written.filter((row) => row.hostId === hostId && row.amount > 0).map((row) => row.payableOn);
    await takeBackHostWriteOffs(clock, tx, {
      orderId,
      hostId,
      standingFor,
      payableOn: days.reduce(later, on),
    });
  }
}

type LastPayment = { transactionId: number; paidOn: IsoDate | null };

/**
 * The order's payment that was written into the books last: a credit of now comes from it. A payment may be
 * recorded after a later one.
 */
async function lastPayment(tx: Db, orderId: string): Promise<LastPayment | undefined> {
  const [last] = await tx
    .select({ transactionId: ledgerTransactions.id, paidOn: payments.paidOn })
    .from(payments)
    .innerJoin(
      ledgerTransactions,
      and(eq(ledgerTransactions.paymentId, payments.id), eq(ledgerTransactions.kind, "payment")),
    )
    .where(and(eq(ledgerTransactions.orderId, orderId), eq(payments.status, "succeeded")))
    .orderBy(desc(ledgerTransactions.id))
    .limit(1);
  return last;
}

/**
 * Whether a credit of the order was taken back since its last payment, or is now, and no payment has just come: a
 * credit that is added beside or after that is money that was counted before.
 */
function isTakenBackSince(
  paymentAt: number,
  rows: readonly HostCreditRow[],
  differences: CreditsToWrite["differences"],
): boolean {
  const since = rows.filter(({ transactionId }) => transactionId > paymentAt);
  return since.length > 0 && [...since, ...differences].some(({ amount }) => amount < 0);
}

/**
 * Saves, before a lost chargeback takes a payment back, how much of each month was paid and up to which day the
 * car was driven: the host keeps the credits of those days. The caller has the order's lock.
 */
export async function keepDrivenDays(clock: Clock, tx: Db, { id, orderId }: ChargebackRow): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order || !(await hadCar(tx, order))) return;
  if (!isHosted(await findStretches(tx, order), [])) return;
  const standing = await standingInstalments(tx, orderId);
  const paid = await paidInFactOf(tx, orderId, standing);
  const until = addDays(drivenOn(order, today(clock)), 1);
  const rows = standing.flatMap((row, index) => {
    const amount = paid[index] ?? 0;
    return amount > 0 ? [{ chargebackId: id, instalmentId: row.id, paid: amount, until }] : [];
  });
  if (rows.length > 0) await tx.insert(drivenBeforeLoss).values(rows).onConflictDoNothing();
}

/** The last day on which a car that has been handed over was driven, up to `on`. */
function drivenOn({ carBackAt, pickupDate }: OrderRow, on: IsoDate): IsoDate {
  const backOn = carBackAt ? dateInLosAngeles(carBackAt.getTime()) : on;
  return later(pickupDate, backOn < on ? backOn : on);
}
