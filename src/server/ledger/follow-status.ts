import { and, eq } from "drizzle-orm";
import type { Cents } from "#domain/money.ts";
import { asksForPrice } from "#domain/orders/paid-first.ts";
import { isBilled, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { keptLines, loweredKept } from "#domain/payments/cancellation.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import type { Services } from "#server/services.ts";
import type { OpenRefunds } from "#domain/payments/waiting-refund.ts";
import { countedFromCar, hadCar } from "./had-car.ts";
import {
  addInstalment,
  addInstalments,
  askAgain,
  dropInstalments,
  dropRows,
  type OrderRow,
  settle,
} from "./instalments.ts";
import { postHostShare } from "./host-share.ts";
import { type InstalmentRow, onTheWayOf, standingInstalments } from "./queries.ts";
import { goodwillOf, overpaidOf, releaseCredit } from "./overpaid.ts";
import { mayGiveBack } from "./may-give-back.ts";
import { holdRefunds, recountRefunds, releaseRefunds, withdrawRefunds } from "./refunds.ts";
import { type FormerWriteOff, takeBackWriteOffs, writeOffAgain } from "./write-offs.ts";

/** What a change of status took back of an order's money: ids of instalments, write-offs and refunds. */
export type TakenBack = { instalments: string[]; writeOffs: FormerWriteOff[]; refunds?: OpenRefunds };

type Clock = Pick<Services, "now">;
type Turn = {
  from: OrderStatus | undefined;
  /** Whether the order waited for its first payment before, which confirms it after its host's yes. */
  wasPayable?: boolean;
  actor: string;
  /** The person who decides about the money, where the history names another actor. */
  decidedBy?: string;
  /** Whether the whole amount is refunded, for example when we cancel the order. */
  fullRefund?: boolean;
  /** When a change is undone: the instalments, refunds and write-offs that it took back, which are put back. */
  undone?: TakenBack;
};

/**
 * What a change of an order's status does to its money, in the same transaction. A confirmed order asks for its
 * price month by month, and so does one that its first payment confirms; any other asks for nothing. A cancelled order keeps what the terms say of
 * the paid money, unless we cancel it; the rest is to be given back. `order` is the order after the change.
 */
export async function followStatus(
  clock: Clock,
  tx: Db,
  order: OrderRow,
  { from, wasPayable = false, actor, decidedBy = actor, fullRefund, undone }: Turn,
): Promise<TakenBack> {
  const taken: TakenBack = { instalments: [], writeOffs: [] };
  // After every change of status, write-offs have to be decided again.
  if (from !== undefined && from !== order.status)
    taken.writeOffs = await takeBackWriteOffs(clock, tx, order.id, actor);
  const wasConfirmed = from !== undefined && isBilled(from);
  const wasPaidFor = wasConfirmed || wasPayable;
  const isPayable = asksForPrice(order);
  if (from === "cancelled") {
    taken.instalments = await dropInstalments(clock, tx, order.id, actor);
    taken.refunds = await withdrawRefunds(clock, tx, order.id, actor);
  } else if (wasPaidFor && !isPayable) taken.instalments = await dropInstalments(clock, tx, order.id, actor);

  if (undone) await askAgain(clock, tx, order.id, undone.instalments, actor);
  else if (isPayable && !wasPaidFor) await addInstalments(clock, tx, order, actor);
  else if (order.status === "cancelled" && !fullRefund && (wasConfirmed || (await hadCar(tx, order))))
    await keep(clock, tx, order, actor);

  const counted = { actor, counts: true };
  if (order.status === "cancelled" && from !== "cancelled") {
    await releaseCredit(tx, order.id);
    // For an order that waits again, a refund depends on the person who set it to wait, not on its renter.
    const by = !wasConfirmed && decidedBy === "renter" ? "system" : decidedBy;
    const before = undone?.refunds;
    await recountRefunds(clock, tx, order.id, { ...counted, decidedBy: by, reason: "cancelled", before });
  }
  // A revived rental that had become cheaper still has a refund to get.
  else if (from === "cancelled" && isPayable)
    await recountRefunds(clock, tx, order.id, {
      ...counted,
      decidedBy,
      reason: "changed",
      before: taken.refunds,
    });
  else if (isPayable && !wasPaidFor) await releaseRefunds(tx, order.id);
  // Otherwise the paid money would go back as soon as the renter or a job ends the order.
  else if (wasPaidFor && !isPayable && !(await mayGiveBack(tx, order, decidedBy)))
    await holdRefunds(tx, order.id);

  if (undone) await writeOffAgain(clock, tx, undone.writeOffs);
  await postHostShare(clock, tx, order.id);
  return taken;
}

/** Adds an instalment for what the terms keep of a cancelled rental, out of the paid money. */
async function keep(clock: Clock, tx: Db, order: OrderRow, actor: string): Promise<void> {
  const paid = await overpaidOf(tx, order.id);
  if (paid <= 0) return;
  // Money that was given back before, or is on its way back, can't be kept.
  const gone = (await goodwillOf(tx, order.id)) + (await onTheWayOf(tx, order.id));
  const lines = keptLines(await countedFromCar(tx, order), clock.now(), paid - gone);
  // The books in which the kept days were paid have their invoices.
  const isFromOtherBooks = await wasPaidInOtherBooks(tx, order.id);
  if (lines.length > 0) await addInstalment(clock, tx, order.id, { lines, actor, isFromOtherBooks });
  await settle(tx, order.id);
}

/**
 * Lowers what a cancelled order keeps to what has still come in, once `most` of it turns out not to have come:
 * nothing beyond it is ever asked for. The caller has the order's lock.
 */
export async function lowerKept(
  clock: Clock,
  tx: Db,
  orderId: string,
  { most, actor }: { most: Cents; actor: string },
): Promise<void> {
  const kept = (await standingInstalments(tx, orderId)).filter(isKept);
  const gone = (await goodwillOf(tx, orderId)) + (await onTheWayOf(tx, orderId));
  let missing = Math.min(most, gone - (await overpaidOf(tx, orderId)));
  for (const row of kept) {
    if (missing <= 0) break;
    const amount = Math.max(0, row.amount - missing);
    missing -= row.amount - amount;
    const { number, startsOn, isFromOtherBooks } = row;
    await dropRows(clock, tx, [row], actor);
    const lines = loweredKept(row.lines, amount);
    if (lines.length > 0)
      await addInstalment(clock, tx, orderId, {
        lines,
        actor,
        number,
        startsOn,
        isFromOtherBooks,
        replaces: [row],
      });
  }
  await settle(tx, orderId);
}

const isKept = ({ lines }: InstalmentRow): boolean => lines.some(({ kind }) => kind === "kept");

/** Whether no payment of the order came since it moved in from other books. */
async function wasPaidInOtherBooks(tx: Db, orderId: string): Promise<boolean> {
  const [since] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.status, "succeeded"),
        eq(payments.isFromOtherBooks, false),
      ),
    )
    .limit(1);
  return since === undefined;
}
