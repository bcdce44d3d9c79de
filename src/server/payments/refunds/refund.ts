import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import type { IsoDate } from "#domain/dates.ts";
import { day } from "#domain/durations.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { mayRecordFor, refundsAlone, reservingStatuses } from "#domain/payments/payments.ts";
import { isByHand, refundAskedOn } from "#domain/payments/refund-parts.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import type { Db } from "#server/db/open-database.ts";
import { refundParts, refunds } from "#server/db/schema/money/payments.ts";
import { withRetries } from "#server/db/retries.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import { heldOf, isUndecidedRow } from "#server/ledger/chargebacks.ts";
import { type RefundRow, refundable } from "#server/ledger/queries.ts";
import { partsOfRefund, type RefundPartRow } from "#server/ledger/refund-parts.ts";
import {
  giveBack,
  recountRefunds,
  releaseRefunds,
  releaseUnlessDeclined,
  writeRefund,
} from "#server/ledger/refunds.ts";
import { type Services, today } from "#server/services.ts";
import { refundDeclinedEmail, refundEmail } from "#server/payments/emails.ts";
import { hasProvider } from "#server/payments/providers.ts";
import { announcePayment } from "#server/payments/announce-payment.ts";
import { loadOrder, lockOrder } from "#server/ledger/order-queries.ts";
import { paymentIdUsed } from "#server/payments/record-payment.ts";

type RefundRequest = { id: string; orderId: string; amount: Cents; reason: string; by: string };

/**
 * Creates a refund of an order's money, once however often the request is sent. It is never more than was paid and
 * is not given back already. Above the limit for one administrator it waits for a second one.
 */
export const createRefund = (services: Services, asked: RefundRequest): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const { id, orderId, amount, reason, by } = asked;
      const order = await lockOrder(tx, orderId);
      const requestHash = requestHashOf(asked);
      const [known] = await tx.select().from(refunds).where(eq(refunds.id, id));
      if (sentBefore(known, requestHash, { refusal: paymentIdUsed })) return;
      await refuseOwnOrder(tx, { order, by, gate: "manage_payments" });
      if (amount <= 0) throw invalidField("amount", "must be above zero");
      const left = await refundableOf(tx, orderId);
      if (amount > left && (await heldOf(tx, orderId)) > 0) throw heldByBank(left);
      if (amount > left)
        throw new Refusal("refund_above_paid", `At most $${wireMoney(left)} can be refunded.`, {
          fields: { amount: { code: "refund_above_paid", message: `must be at most ${wireMoney(left)}` } },
        });
      const isAlone = (await byHandLately(services, tx, orderId)) + amount <= refundsAlone.most;
      const status = isAlone ? "approved" : "awaiting_approval";
      await writeRefund(services, tx, {
        id,
        orderId,
        status,
        amount,
        origin: "hand",
        reason,
        requestHash,
        proposedBy: by,
      });
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: orderId,
        action: "refund",
        after: { amount: wireMoney(amount), status },
        reason,
      });
      await announcePayment(tx, order);
    }),
  );

export const refundableOf = async (db: Db, orderId: string): Promise<Cents> =>
  sumOf((await refundable(db, orderId)).map(({ left }) => ({ amount: left })));

/** What administrators have asked to give back of an order in the last days, without what was declined. */
async function byHandLately({ now }: Services, tx: Db, orderId: string): Promise<Cents> {
  const since = new Date(now() - refundsAlone.days * day);
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.origin, "hand"),
        inArray(refunds.status, [...reservingStatuses]),
        gte(refunds.createdAt, since),
      ),
    );
  return Number(sum?.amount ?? 0);
}

type RefundDecision = {
  id: string;
  decision: "approved" | "declined" | "paid";
  reason?: string | undefined;
  reference?: string | undefined;
  /** The day on which the refund was paid. */
  paidOn?: IsoDate | undefined;
  by: string;
};

/**
 * Approves or declines a refund that waits, or records that an approved one was paid. A repetition changes nothing.
 * Returns the id of the refund's order.
 */
export const decideRefund = (services: Services, decided: RefundDecision): Promise<string> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const refund = await lockRefund(tx, decided.id);
      if (refund.status === decided.decision) return refund.orderId;
      const isAlone = await refuseDecider(tx, refund, decided);
      if (decided.decision === "paid") await markPaid(services, tx, refund, decided);
      else await decide(services, tx, refund, { ...decided, isAlone });
      await announcePayment(tx, await loadOrder(tx, refund.orderId));
      return refund.orderId;
    }),
  );

/** Throws a Refusal for the decider's own order, and for approving an own proposal; tells if they decide alone. */
const refuseDecider = async (tx: Db, refund: RefundRow, { by, decision }: RefundDecision): Promise<boolean> =>
  refuseOwnOrder(tx, {
    order: await loadOrder(tx, refund.orderId),
    by,
    gate: "manage_payments",
    ...(decision === "approved" && { proposedBy: refund.proposedBy }),
    proposed: {
      code: "refund_needs_another",
      message: "This refund needs approval from another administrator who manages payments.",
    },
  });

/** The order's row is locked first, as in all code that moves its money. */
async function lockRefund(tx: Db, id: string): Promise<RefundRow> {
  const find = () => tx.select().from(refunds).where(eq(refunds.id, id));
  const [seen] = await find();
  if (!seen) throw notFound("refund_not_found");
  await lockOrder(tx, seen.orderId);
  const [refund] = await find();
  return refund ?? seen;
}

/** Nobody refunds money that a bank may still take back, or it would leave us twice. */
const heldByBank = (left?: Cents): Refusal =>
  new Refusal(
    "refund_of_chargeback",
    left
      ? `A bank hasn't decided on a chargeback for this order yet. Until then, at most $${wireMoney(left)} can be refunded.`
      : "A bank hasn't decided on a chargeback for this payment yet. Until then, it can't be refunded.",
  );

async function refuseWhileHeld(tx: Db, refundId: string): Promise<void> {
  const held = await tx
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .innerJoin(refundParts, eq(refundParts.paymentId, chargebacks.paymentId))
    .where(and(eq(refundParts.refundId, refundId), isNull(refundParts.paidAt), isUndecidedRow))
    .limit(1);
  if (held.length > 0) throw heldByBank();
}

async function decide(
  services: Services,
  tx: Db,
  refund: RefundRow,
  { by, decision, reason, isAlone }: RefundDecision & { isAlone: boolean },
): Promise<void> {
  if (refund.status !== "awaiting_approval") throw decidedAlready();
  if (decision === "approved") await refuseWhileHeld(tx, refund.id);
  await tx
    .update(refunds)
    .set({
      status: decision,
      decidedBy: by,
      decidedAt: new Date(services.now()),
      // A declined refund by rule isn't counted again before the price or the status changes.
      ...(decision === "declined" && refund.origin === "rule" && { counts: true }),
    })
    .where(eq(refunds.id, refund.id));
  const release = decision === "declined" ? releaseUnlessDeclined : releaseRefunds;
  if (refund.origin === "rule") await release(tx, refund.orderId);
  // The renter was told that a refund by rule is being checked.
  if (decision === "declined" && refund.origin === "rule") {
    const order = await loadOrder(tx, refund.orderId);
    const { amount } = refund;
    await services.outbox.post(tx, [refundDeclinedEmail(services.config, order, { amount, reason })]);
  }
  // A cancellation in the meantime gave back only what this refund left over.
  if (decision === "declined") await recountRefunds(services, tx, refund.orderId, { actor: by });
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: refund.orderId,
    action: isAlone && decision === "approved" ? "refund_approved_alone" : `refund_${decision}`,
    before: { status: refund.status },
    after: { amount: wireMoney(refund.amount), status: decision },
    reason,
  });
}

async function markPaid(
  services: Services,
  tx: Db,
  refund: RefundRow,
  { by, reference, paidOn }: RefundDecision,
) {
  if (refund.status !== "approved") throw decidedAlready();
  if (paidOn) await refuseOddDay(services, tx, refund, paidOn);
  await refuseWhileHeld(tx, refund.id);
  const parts = await givenByHand(services, tx, refund.id);
  if (parts.length === 0)
    throw new Refusal(
      "refund_by_provider",
      "The provider refunds this on its own, to the original payment method.",
    );
  const isWhole = await giveBack(services, tx, refund, {
    by,
    parts: parts.map(({ paymentId }) => paymentId),
    reference,
    on: paidOn,
  });
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: refund.orderId,
    action: "refund_paid",
    // The event leaves out the provider's part, which has an event of its own.
    after: { amount: wireMoney(sumOf(parts)), reference },
  });
  if (!isWhole) return;
  const order = await loadOrder(tx, refund.orderId);
  await services.outbox.post(tx, [refundEmail(services.config, order, refund)]);
}

async function refuseOddDay(services: Services, tx: Db, refund: RefundRow, paidOn: IsoDate): Promise<void> {
  const all = await tx.select().from(refunds).where(eq(refunds.orderId, refund.orderId));
  const askedOn = refundAskedOn(refund, all);
  if (!mayRecordFor(paidOn, today(services)) || paidOn < askedOn)
    throw invalidField("paidOn", `must be a day from ${askedOn}, when the refund was asked for, up to today`);
}

/** The parts of a refund that no provider gives back and no administrator has paid yet. */
async function givenByHand({ providers }: Services, tx: Db, refundId: string): Promise<RefundPartRow[]> {
  const parts = await partsOfRefund(tx, refundId);
  return parts.filter((part) => !part.isPaid && isByHand(part, (mode) => hasProvider(providers, mode)));
}

const decidedAlready = (): Refusal =>
  new Refusal("refund_decided", "This refund has already been decided. Please reload it.");
