import { and, eq, inArray, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { Cents } from "#domain/money.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { refundEntries } from "#domain/payments/ledger.ts";
import { ruledRefund } from "#domain/payments/overpaid.ts";
import { lastGivenOn } from "#domain/payments/refund-parts.ts";
import { type OpenRefunds, splitRefund } from "#domain/payments/waiting-refund.ts";
import type { Db } from "#server/db/open-database.ts";
import { ledgerTransactions, payments, refundParts, refunds } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { type Services, today } from "#server/services.ts";
import { postHostShare } from "./host-share.ts";
import { hasDeclinedRepair } from "./declined-repair.ts";
import { mayGiveBack } from "./may-give-back.ts";
import {
  countGoodwill,
  countPendingByHand,
  forgetDeclined,
  freeCreditOf,
  giveByHand,
  refundPositionOf,
  spendCredit,
} from "./overpaid.ts";
import { post } from "./post.ts";
import { askRefundedTwice } from "./refunded-twice.ts";
import { partsOfRefund } from "./refund-parts.ts";
import { isOpenByRule, type RefundRow, refundable, standingInstalments } from "./queries.ts";

type Clock = Pick<Services, "now">;
type NewRefund = typeof refunds.$inferInsert;

/**
 * Writes a refund that takes its sum from the payments, the newest first. The caller has the order's lock, and has
 * checked that this much was paid.
 */
export async function writeRefund(clock: Clock, tx: Db, wanted: NewRefund): Promise<RefundRow> {
  const [written] = await tx
    .insert(refunds)
    .values({ ...wanted, createdAt: new Date(clock.now()) })
    .returning();
  if (!written) throw new Error("No refund was written");
  let rest = wanted.amount;
  const parts = [];
  for (const { payment, left } of await refundable(tx, wanted.orderId)) {
    const amount = Math.min(rest, left);
    if (amount > 0) parts.push({ refundId: written.id, paymentId: payment.id, amount });
    rest -= amount;
  }
  if (rest > 0) throw new Error("A refund gives back more than was paid");
  await tx.insert(refundParts).values(parts);
  return written;
}

/**
 * Writes into the ledger that the parts of a refund of the named payments were given back. An overpaid sum comes off
 * the renter's account, anything beyond is our loss. A refund by rule comes off it whole, so that what an order asks
 * for again meanwhile, or a bank has taken too, is owed again. Returns whether all of it is given back now. `on` is
 * the day on which the parts left us, if not today. The caller has the order's lock.
 */
export async function giveBack(
  clock: Clock,
  tx: Db,
  refund: RefundRow,
  { by, parts: given, reference = "", on = today(clock) }: GivenBack,
): Promise<boolean> {
  const at = new Date(clock.now());
  const left = await tx
    .select({ part: refundParts, mode: payments.mode })
    .from(refundParts)
    .innerJoin(payments, eq(payments.id, refundParts.paymentId))
    .where(and(eq(refundParts.refundId, refund.id), sql`${refundParts.paidAt} is null`));
  const parts = left.filter(({ part }) => given.includes(part.paymentId));
  let ofCredit = refund.ofCredit;
  for (const { part, mode } of parts) {
    const most = refund.origin === "rule" ? part.amount : await freeCreditOf(tx, refund.orderId);
    const fromCredit = Math.max(0, Math.min(part.amount, most));
    ofCredit += fromCredit;
    const times = await tx.$count(
      ledgerTransactions,
      and(
        eq(ledgerTransactions.orderId, refund.orderId),
        eq(ledgerTransactions.refundId, refund.id),
        eq(ledgerTransactions.paymentId, part.paymentId),
      ),
    );
    await post(clock, tx, {
      // A refund that has bounced is given back once more.
      key: `refund:${refund.id}:${part.paymentId}${times > 0 ? `:${times}` : ""}`,
      kind: "refund",
      orderId: refund.orderId,
      cause: { refundId: refund.id, paymentId: part.paymentId },
      actor: by,
      on,
      // What a provider could not give back was given by hand.
      entries: refundEntries(mode === "built_in" || part.failure ? "cash" : "provider_clearing", {
        ofCredit: fromCredit,
        ofGoodwill: part.amount - fromCredit,
      }),
    });
  }
  if (refund.origin === "hand") {
    const wasDeclined = await hasDeclinedRepair(tx, refund.orderId);
    await giveByHand(tx, refund, ofCredit - refund.ofCredit);
    if (wasDeclined && !(await hasDeclinedRepair(tx, refund.orderId)))
      await releaseRefunds(tx, refund.orderId);
  }
  await tx
    .update(refundParts)
    .set({ paidAt: on < today(clock) ? new Date(instantInLosAngeles(on, "12:00")) : at })
    .where(and(eq(refundParts.refundId, refund.id), inArray(refundParts.paymentId, given)));
  const isWhole = parts.length === left.length;
  await tx
    .update(refunds)
    .set({
      ofCredit,
      ...(isWhole && { status: "paid", paidAt: at, paidOn: lastGivenOn(await partsOfRefund(tx, refund.id)) }),
      ...(reference && { reference }),
    })
    .where(eq(refunds.id, refund.id));
  await askRefundedTwice(clock, tx, refund.orderId);
  await spendCredit(tx, refund.orderId);
  await postHostShare(clock, tx, refund.orderId);
  return isWhole;
}

type GivenBack = {
  by: string;
  /** The payments whose parts were given back. */
  parts: string[];
  reference?: string | undefined;
  on?: IsoDate | undefined;
};

export type Recount = {
  actor: string;
  /** Who causes it, if not the actor in the history: a renter may accept what an administrator brought about. */
  decidedBy?: string | undefined;
  /** A higher refund than before waits for a decision, no matter who causes it. */
  waits?: boolean | undefined;
  /** If it gives back less than before, the refund that waits for a decision goes on waiting. */
  keepsWaiting?: boolean | undefined;
  reason?: string;
  counts?: boolean;
  /** Refunds that were declined stay declined: neither price nor status has changed. */
  keepsDeclined?: boolean;
  /** The refund that was open before, if it has just been withdrawn. */
  before?: OpenRefunds | undefined;
  /** The day on which credits are taken back from hosts, if it isn't today. */
  takenBackOn?: IsoDate | undefined;
};

/**
 * Recomputes refunds by rule after any change of what an order asks for or of what has come in: a charge, a late
 * payment, a bank's decision. A refund that a provider has a request for is on its way, and stays. With `counts`,
 * after a changed price or a cancellation, goodwill that was given back before counts towards it. A refund caused by
 * an administrator who does not manage payments waits for one who does. The hosts' shares of what stays paid follow.
 */
export async function recountRefunds(clock: Clock, tx: Db, orderId: string, recount: Recount): Promise<void> {
  await rewriteRefunds(clock, tx, orderId, recount);
  await postHostShare(clock, tx, orderId, recount.takenBackOn);
}

async function rewriteRefunds(
  clock: Clock,
  tx: Db,
  orderId: string,
  { actor, decidedBy = actor, waits, keepsWaiting, reason, counts = false, keepsDeclined, before }: Recount,
): Promise<void> {
  if (counts) await countPendingByHand(tx, orderId);
  const declined = counts && !keepsDeclined ? await forgetDeclined(tx, orderId) : 0;
  await spendCredit(tx, orderId);
  const standing = await standingInstalments(tx, orderId);
  const position = await refundPositionOf(tx, orderId, standing);
  const { counted, refund } = ruledRefund(position, sumOf(standing), counts);
  await countGoodwill(clock, tx, { orderId, actor, counted });
  const rows = await openRowsOf(tx, orderId);
  const open = openOf(rows);
  const known = before ?? open;
  // If waiting refunds are kept, so are declined ones: they are due again, and nobody decided to give them back.
  const kept = keepsWaiting ? { ...known, waiting: known.waiting + declined } : known;
  const wanted = await splitKnown(tx, orderId, { refund, known: kept, decidedBy, waits, keepsWaiting });
  if (wanted.approved === open.approved && wanted.waiting === open.waiting) return;
  await withdrawOpen(clock, tx, orderId, actor);
  const written = { orderId, origin: "rule" as const, reason: reason ?? rows[0]?.reason ?? "overpaid" };
  if (wanted.approved > 0)
    await writeRefund(clock, tx, {
      ...written,
      id: crypto.randomUUID(),
      status: "approved",
      amount: wanted.approved,
      proposedBy: actor,
    });
  if (wanted.waiting === 0) return;
  const proposer = rows.find(({ status }) => status === "awaiting_approval")?.by;
  await writeRefund(clock, tx, {
    ...written,
    id: crypto.randomUUID(),
    status: "awaiting_approval",
    amount: wanted.waiting,
    proposedBy: wanted.waiting > known.waiting ? decidedBy : (proposer ?? decidedBy),
  });
  await holdRefunds(tx, orderId);
}

const openRowsOf = (tx: Db, orderId: string) =>
  tx
    .select({
      amount: refunds.amount,
      reason: refunds.reason,
      status: refunds.status,
      by: refunds.proposedBy,
    })
    .from(refunds)
    .where(isOpenByRule(orderId));

type Split = { refund: Cents; known: OpenRefunds; decidedBy: string } & Pick<
  Recount,
  "waits" | "keepsWaiting"
>;

async function splitKnown(
  tx: Db,
  orderId: string,
  { refund, known, decidedBy, waits, keepsWaiting }: Split,
): Promise<OpenRefunds> {
  const isMore = refund > known.approved + known.waiting;
  const isDecided = !isMore || (!waits && (await needsNobody(tx, orderId, decidedBy)));
  return splitRefund(refund, known, { isDecided, keepsWaiting });
}

/** The part of a refund by rule that would go without a decision, and the part that would wait for one. */
export const splitOf = async (
  db: Db,
  orderId: string,
  { refund, decidedBy }: Omit<Split, "known">,
): Promise<OpenRefunds> =>
  splitKnown(db, orderId, { refund, known: openOf(await openRowsOf(db, orderId)), decidedBy });

const openOf = (rows: readonly { amount: Cents; status: RefundRow["status"] }[]): OpenRefunds => ({
  approved: sumOf(rows.filter(({ status }) => status === "approved")),
  waiting: sumOf(rows.filter(({ status }) => status === "awaiting_approval")),
});

/**
 * A job's refund follows from the order's state: if an administrator who may not give money back set that state,
 * it waits. Any refund waits while days in repair stand whose refund was declined: it contains that refund.
 */
async function needsNobody(tx: Db, orderId: string, by: string): Promise<boolean> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return true;
  if (order.refundWaits && (by === "system" || (await hasDeclinedRepair(tx, orderId)))) return false;
  return by === "system" || mayGiveBack(tx, order, by);
}

/** From now on, no refund of an order that a job causes goes without a decision. */
export const holdRefunds = (tx: Db, orderId: string): Promise<unknown> =>
  tx.update(orders).set({ refundWaits: true }).where(eq(orders.id, orderId));

/**
 * Ends the hold of an order's refunds, after a decision or when there is nothing to decide anymore, unless a refund
 * still waits.
 */
export const releaseRefunds = (tx: Db, orderId: string): Promise<unknown> =>
  tx
    .update(orders)
    .set({ refundWaits: false })
    .where(
      and(
        eq(orders.id, orderId),
        sql`not exists (select from refunds where refunds.order_id = ${orders.id}
          and refunds.origin = 'rule' and refunds.status = 'awaiting_approval')`,
      ),
    );

/**
 * Ends the hold of an order's refunds after a declined refund or taken-back days in repair; days in repair whose
 * refund was declined keep it.
 */
export const releaseUnlessDeclined = async (tx: Db, orderId: string): Promise<unknown> =>
  (await hasDeclinedRepair(tx, orderId)) ? holdRefunds(tx, orderId) : releaseRefunds(tx, orderId);

/**
 * Withdraws the refunds of a cancellation that have not left us yet, when the cancelled order is active again.
 * Returns what these refunds would have given back.
 */
export async function withdrawRefunds(
  clock: Clock,
  tx: Db,
  orderId: string,
  actor: string,
): Promise<OpenRefunds> {
  const withdrawn = await withdrawOpen(clock, tx, orderId, actor);
  await releaseRefunds(tx, orderId);
  await countGoodwill(clock, tx, { orderId, actor, counted: 0 });
  return withdrawn;
}

async function withdrawOpen(clock: Clock, tx: Db, orderId: string, actor: string): Promise<OpenRefunds> {
  const open = await tx
    .select({ amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .where(isOpenByRule(orderId));
  await tx
    .update(refunds)
    .set({ status: "withdrawn", decidedBy: actor, decidedAt: new Date(clock.now()) })
    .where(isOpenByRule(orderId));
  return openOf(open);
}
