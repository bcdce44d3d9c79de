import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { wireMoney } from "#domain/money.ts";
import type { PaymentMode, RefundStatus } from "#domain/payments/payments.ts";
import { isByHand, leftByHand, refundAskedOn } from "#domain/payments/refund-parts.ts";
import { namesOf } from "#server/auth/administrators.ts";
import { type OwnAffair, rulingFor } from "#server/auth/refuse-own-affair.ts";
import { presentMoney, presentPayment, presentRefund } from "#server/ledger/present-money.ts";
import { moneyOf } from "#server/ledger/order-money.ts";
import { closedMonthsOf, postponedPayments } from "#server/ledger/closed-months.ts";
import { partsOfOrder, type RefundPartRow } from "#server/ledger/refund-parts.ts";
import { writeOffsOf } from "#server/ledger/write-offs.ts";
import { presentChargeback } from "#server/payments/chargebacks/present.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import { correctionsOf } from "#server/payments/corrections/queries.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";
import { hasProvider } from "#server/payments/providers.ts";
import { refundableOf } from "#server/payments/refunds/refund.ts";
import { chargeableAgain } from "#server/payments/saved-methods/charge-again.ts";
import { writableOff } from "#server/payments/write-off.ts";
import type { Services } from "#server/services.ts";

/** All money of an order, for an administrator who looks at it. */
export async function adminMoneyOf(
  services: Services,
  orderId: string,
  readerId: string,
): Promise<AdminOrderMoney> {
  const { db } = services.database;
  const order = await loadOrder(db, orderId);
  const affair: OwnAffair = { by: readerId, gate: "manage_payments", renter: order };
  const [money, parts, postponed, corrections, refundable, own, proposed, written, writable, closed, again] =
    await Promise.all([
      moneyOf(db, orderId),
      partsOfOrder(db, orderId),
      postponedPayments(db, orderId),
      correctionsOf(db, orderId),
      refundableOf(db, orderId),
      rulingFor(db, affair),
      rulingFor(db, { ...affair, proposedBy: readerId }),
      writeOffsOf(db, orderId),
      writableOff(db, order),
      closedMonthsOf(db),
      chargeableAgain(services, db, order),
    ]);
  const names = await namesOf(db, [
    ...money.payments.map(({ recordedBy }) => recordedBy),
    ...money.refunds.map(({ proposedBy }) => proposedBy),
    ...written.map(({ proposedBy }) => proposedBy),
    ...corrections.map(({ correction }) => correction.proposedBy),
  ]);
  const mayApprove = (proposedBy: string) => (proposedBy === readerId ? proposed : own).mayDecide;
  const presentCorrection = (found: typeof corrections, { id, mode, status }: PaymentRow) => {
    const last = found.find(({ correction }) => correction.paymentId === id);
    const isOpen = last !== undefined && last.correction.status !== "declined";
    return {
      mayCorrect: own.mayDecide && mode === "built_in" && status === "succeeded" && !isOpen,
      ...(last && {
        correction: {
          id: last.correction.id,
          kind: last.correction.kind,
          status: last.correction.status,
          reason: last.correction.reason,
          by: names.get(last.correction.proposedBy) ?? last.correction.proposedBy,
          toOrderNumber: last.toOrderNumber,
          mayApprove:
            last.correction.status === "awaiting_approval" && mayApprove(last.correction.proposedBy),
        },
      }),
    };
  };
  return {
    ...presentMoney(services, money, "en"),
    payments: money.payments
      .filter(({ status }) => status === "succeeded" || status === "taken_back")
      .map((payment) => ({
        ...presentPayment(payment),
        reference: payment.reference,
        by: names.get(payment.recordedBy) ?? payment.recordedBy,
        ...(postponed.has(payment.id) && { countsOn: postponed.get(payment.id) }),
        ...presentCorrection(corrections, payment),
      })),
    refunds: money.refunds.map((refund) => ({
      ...presentRefund(refund),
      reason: refund.reason,
      reference: refund.reference,
      origin: refund.origin,
      proposedBy: names.get(refund.proposedBy) ?? refund.proposedBy,
      createdAt: refund.createdAt.toISOString(),
      askedOn: refundAskedOn(refund, money.refunds),
      mayApprove: refund.status === "awaiting_approval" && mayApprove(refund.proposedBy),
      ...presentParts(
        services,
        refund.status,
        parts.filter(({ refundId }) => refundId === refund.id),
      ),
    })),
    chargebacks: money.chargebacks.map((row) =>
      presentChargeback(services, row, money.payments.find(({ id }) => id === row.paymentId)?.providerRef),
    ),
    chargeableAgain: own.mayDecide
      ? again.map(({ id, dueOn, left }) => ({ instalmentId: id, dueOn, amount: wireMoney(left) }))
      : [],
    closedMonths: [...closed].toSorted(),
    isDecidedByOthers: !own.mayDecide,
    refundable: wireMoney(refundable),
    writeOffs: written.map(({ id, status, amount, reason, proposedBy, createdAt }) => ({
      id,
      status,
      amount: wireMoney(amount),
      reason,
      by: names.get(proposedBy) ?? proposedBy,
      createdAt: createdAt.toISOString(),
      mayApprove: status === "awaiting_approval" && mayApprove(proposedBy),
    })),
    writableOff: wireMoney(writable),
  };
}

function presentParts({ providers }: Services, status: RefundStatus, parts: readonly RefundPartRow[]) {
  const isSet = (mode: PaymentMode) => hasProvider(providers, mode);
  return {
    parts: parts.map((part) => ({
      paymentId: part.paymentId,
      amount: wireMoney(part.amount),
      method: part.method,
      mode: part.mode,
      paidOn: part.paidOn,
      failure: part.failure,
      isByHand: isByHand(part, isSet),
    })),
    leftByHand: wireMoney(status === "approved" ? leftByHand(parts, isSet) : 0),
  };
}
