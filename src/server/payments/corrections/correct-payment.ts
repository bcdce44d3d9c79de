import { and, eq, isNotNull, ne } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { wireMoney } from "#domain/money.ts";
import { paymentEntries, reversed } from "#domain/payments/ledger.ts";
import { type CorrectionKind, refundsAlone } from "#domain/payments/payments.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { paymentCorrections } from "#server/db/schema/money/corrections.ts";
import { payments, refundParts } from "#server/db/schema/money/payments.ts";
import { withRetries } from "#server/db/retries.ts";
import { postingDay } from "#server/ledger/closed-months.ts";
import { lowerKept } from "#server/ledger/follow-status.ts";
import { postDue, settle } from "#server/ledger/instalments.ts";
import { loadOrder, lockOrder } from "#server/ledger/order-queries.ts";
import { post } from "#server/ledger/post.ts";
import { type PaymentRow, standingInstalments } from "#server/ledger/queries.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { takeBackWriteOffs, writeOffAgain } from "#server/ledger/write-offs.ts";
import { announcePayment } from "#server/payments/announce-payment.ts";
import { correctionEmail } from "#server/payments/emails.ts";
import { writeReceived } from "#server/payments/record-payment.ts";
import { withdrawRefundsOf } from "#server/payments/refunds/withdraw-refunds.ts";
import { type Services, today } from "#server/services.ts";
import { correctedLately } from "./queries.ts";

export type CorrectionRow = typeof paymentCorrections.$inferSelect;
type CorrectionRequest = {
  paymentId: string;
  kind: CorrectionKind;
  /** The order that the money is for, where it is moved. */
  toOrderId?: string | undefined;
  reason: string;
  tell: boolean;
  by: string;
};

/**
 * Takes back a payment that was recorded by hand, or gives it to another order: once, however often it is sent. If an
 * order's corrections of the last days sum to more than the limit for one administrator, it waits for a second one.
 * Returns the id of the payment's order.
 */
export const correctPayment = (services: Services, wanted: CorrectionRequest): Promise<string> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const { paymentId, kind, toOrderId, reason, tell, by } = wanted;
      const payment = await lockPayment(tx, paymentId, toOrderId);
      const known = await standingCorrection(tx, payment.id);
      if (known) {
        if (known.kind === kind && known.toOrderId === (toOrderId ?? null)) return payment.orderId;
        throw new Refusal("payment_corrected", "This payment has already been corrected. Please reload it.");
      }
      await refuseOwnOrders(tx, [payment.orderId, toOrderId], { by });
      await refuseUnlessByHand(tx, payment);
      const isAlone =
        (await correctedLately(services, tx, payment.orderId)) + payment.amount <= refundsAlone.most;
      const [row] = await tx
        .insert(paymentCorrections)
        .values({
          orderId: payment.orderId,
          paymentId: payment.id,
          kind,
          toOrderId: toOrderId ?? null,
          status: "awaiting_approval",
          reason,
          tell,
          proposedBy: by,
          createdAt: new Date(services.now()),
        })
        .returning();
      if (!row) throw new Error("A correction was not kept");
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: payment.orderId,
        action: kind === "move" ? "payment_moved" : "payment_taken_back",
        after: { amount: wireMoney(payment.amount), status: isAlone ? "done" : "awaiting_approval" },
        reason,
      });
      if (isAlone) await carryOut(services, tx, row, payment, by);
      await announcePayment(tx, await loadOrder(tx, payment.orderId));
      return payment.orderId;
    }),
  );

/** Approves or declines a correction that waits. A repetition changes nothing. Returns the payment's order. */
export const decideCorrection = (
  services: Services,
  { id, decision, by }: { id: string; decision: "approved" | "declined"; by: string },
): Promise<string> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const seen = await findCorrection(tx, id);
      const payment = await lockPayment(tx, seen.paymentId, seen.toOrderId ?? undefined);
      const row = await findCorrection(tx, id);
      const wanted = decision === "approved" ? "done" : "declined";
      if (row.status === wanted) return row.orderId;
      if (row.status !== "awaiting_approval")
        throw new Refusal("payment_corrected", "This has already been decided. Please reload it.");
      const isAlone = await refuseOwnOrders(tx, [row.orderId, row.toOrderId], {
        by,
        ...(wanted === "done" && { proposedBy: row.proposedBy }),
      });
      if (wanted === "done") {
        await refuseUnlessByHand(tx, payment);
        await carryOut(services, tx, row, payment, by);
      } else
        await tx
          .update(paymentCorrections)
          .set({ status: "declined", decidedBy: by, decidedAt: new Date(services.now()) })
          .where(eq(paymentCorrections.id, row.id));
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: row.orderId,
        action: isAlone && wanted === "done" ? "correction_approved_alone" : `correction_${decision}`,
        before: { status: row.status },
        after: { amount: wireMoney(payment.amount), status: wanted },
      });
      await announcePayment(tx, await loadOrder(tx, row.orderId));
      return row.orderId;
    }),
  );

/**
 * Throws a Refusal where one of the orders is the decider's own, or the decider proposed what needs approval; returns
 * whether they decide alone.
 */
async function refuseOwnOrders(
  tx: Db,
  orderIds: readonly (string | null | undefined)[],
  affair: { by: string; proposedBy?: string },
): Promise<boolean> {
  const proposed = {
    code: "refund_needs_another" as const,
    message: "This needs approval from a second administrator who manages payments.",
  };
  let isAlone = false;
  for (const orderId of orderIds) {
    if (!orderId) continue;
    const order = await loadOrder(tx, orderId);
    const asked = { ...affair, order, gate: "manage_payments" as const, proposed };
    isAlone = (await refuseOwnOrder(tx, asked)) || isAlone;
  }
  return isAlone;
}

/** A payment with its order and the order that it goes to locked, in the order of their ids. Throws a Refusal. */
async function lockPayment(tx: Db, id: string, toOrderId?: string): Promise<PaymentRow> {
  const find = () => tx.select().from(payments).where(eq(payments.id, id));
  const [seen] = await find();
  if (!seen) throw notFound("payment_not_found");
  if (seen.orderId === toOrderId)
    throw new Refusal("payment_not_correctable", "This payment already belongs to that order.");
  const orderIds = [seen.orderId, ...(toOrderId ? [toOrderId] : [])].toSorted((a, b) => (a < b ? -1 : 1));
  for (const orderId of orderIds) await lockOrder(tx, orderId);
  const [payment] = await find();
  if (!payment) throw notFound("payment_not_found");
  return payment;
}

async function findCorrection(tx: Db, id: string): Promise<CorrectionRow> {
  const [row] = await tx.select().from(paymentCorrections).where(eq(paymentCorrections.id, id));
  if (!row) throw new Refusal("payment_not_found", "There is no such correction.");
  return row;
}

async function standingCorrection(tx: Db, paymentId: string): Promise<CorrectionRow | undefined> {
  const [row] = await tx
    .select()
    .from(paymentCorrections)
    .where(and(eq(paymentCorrections.paymentId, paymentId), ne(paymentCorrections.status, "declined")));
  return row;
}

/** Throws a Refusal for a provider's payment, which needs a refund, and for a refunded one: its money has come. */
async function refuseUnlessByHand(tx: Db, payment: PaymentRow): Promise<void> {
  if (payment.mode !== "built_in" || payment.status !== "succeeded")
    throw new Refusal(
      "payment_not_correctable",
      "Only payments that were recorded by hand can be corrected. Please refund this one instead.",
    );
  const given = await tx
    .select({ id: refundParts.refundId })
    .from(refundParts)
    .where(and(eq(refundParts.paymentId, payment.id), isNotNull(refundParts.paidAt)))
    .limit(1);
  if (given.length > 0)
    throw new Refusal(
      "payment_not_correctable",
      "Some of this payment has been refunded, so it can't be corrected anymore.",
    );
}

/** Posts the opposite entry, and the payment on the order that it is for. The caller has both orders' locks. */
async function carryOut(
  services: Services,
  tx: Db,
  row: CorrectionRow,
  payment: PaymentRow,
  by: string,
): Promise<void> {
  const { orderId, amount } = payment;
  const order = await loadOrder(tx, orderId);
  // The money is owed again, so the write-offs beside it are recomputed.
  const writtenOff = await takeBackWriteOffs(services, tx, orderId, by);
  // Nobody gives back money of a payment that never came.
  await withdrawRefundsOf(services, tx, order, { paymentId: payment.id, actor: by });
  await tx
    .update(payments)
    .set({ status: "taken_back", over: 0, keepsOver: false })
    .where(eq(payments.id, payment.id));
  await postDue(services, tx, orderId, by);
  await post(services, tx, {
    key: `payment:${payment.id}:taken_back`,
    kind: "correction",
    orderId,
    cause: { paymentId: payment.id },
    actor: by,
    on: payment.paidOn ?? undefined,
    entries: reversed(paymentEntries("cash", amount)),
  });
  await settle(tx, orderId);
  if (order.status === "cancelled") await lowerKept(services, tx, orderId, { most: amount, actor: by });
  // The hosts' share of it is taken back on the day in the books, since the money had not come for this order. A
  // moved payment is credited to other hosts on the same day: a closed month changes for none of them.
  const takenBackOn = await postingDay(tx, payment.paidOn ?? today(services), today(services));
  await recountRefunds(services, tx, orderId, { actor: by, counts: true, keepsDeclined: true, takenBackOn });
  await writeOffAgain(services, tx, writtenOff);
  await tx
    .update(paymentCorrections)
    .set({ status: "done", decidedBy: by, decidedAt: new Date(services.now()) })
    .where(eq(paymentCorrections.id, row.id));
  if (row.tell) {
    const standing = await standingInstalments(tx, orderId);
    await services.outbox.postBehind(tx, orderId, [
      correctionEmail(services.config, order, {
        amount,
        standing,
        on: today(services),
      }),
    ]);
  }
  if (!row.toOrderId) return;
  const other = await loadOrder(tx, row.toOrderId);
  const { method, reference, paidOn } = payment;
  await writeReceived(services, tx, other, {
    id: row.id,
    amount,
    method,
    reference,
    paidOn: paidOn ?? today(services),
    by,
    tell: row.tell,
  });
}
