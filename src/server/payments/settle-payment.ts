import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { wireMoney } from "#domain/money.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { attemptsBegin, dayOfNext } from "#domain/payments/attempts.ts";
import { chargeFailure } from "#domain/payments/failures.ts";
import { categoryOf } from "#domain/pricing/instalments.ts";
import { paymentEntries } from "#domain/payments/ledger.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import type { ProviderName } from "#domain/payments/providers.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { savedMethods } from "#server/db/schema/money/providers.ts";
import { withRetries } from "#server/db/retries.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { mayChargeByItself } from "#server/ledger/chargebacks.ts";
import { postDue, settle } from "#server/ledger/instalments.ts";
import { post } from "#server/ledger/post.ts";
import { standingFor } from "#server/ledger/purposes.ts";
import { type PaymentRow, standingInstalments } from "#server/ledger/queries.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { takeBackWriteOffs, writeOffAgain } from "#server/ledger/write-offs.ts";
import { type BookedByPayment, bookPaid, endAgreement } from "#server/booking/wizard/pay-first.ts";
import { confirmPaid } from "#server/booking/wizard/confirm-paid.ts";
import { isCollisionIncluded } from "#server/rentals/collision-cover.ts";
import { type Services, today } from "#server/services.ts";
import { announcePayment } from "./announce-payment.ts";
import { chargeFailedEmail, firstChargeFailedEmail } from "./saved-methods/charge-emails.ts";
import { paymentEmail } from "./emails.ts";
import { differsEmail } from "./admin-emails.ts";
import { lockOrderIfAny } from "#server/ledger/order-queries.ts";
import { Mismatch, type PaymentOutcome, type SavedMethod } from "./provider.ts";

type OrderRow = typeof orders.$inferSelect;
type SucceededOutcome = Extract<PaymentOutcome, { status: "succeeded" }>;
type FailedOutcome = Extract<PaymentOutcome, { status: "failed" }>;

/**
 * Writes down the state of a payment that its provider reports, once however often it is reported, and in any order:
 * a success stays, and a payment that we had given up on counts once the money is there. Returns the row afterwards;
 * undefined where the order has no such payment.
 */
export async function settlePayment(
  services: Services,
  named: { orderId: string; paymentId: string },
  outcome: PaymentOutcome,
): Promise<PaymentRow | undefined> {
  const after = await writeOutcome(services, named, outcome);
  // Confirming takes the car's lock first, so it has a transaction of its own; a job repeats it.
  if (after?.status === "succeeded") await confirmPaid(services, named.orderId);
  return after;
}

async function writeOutcome(
  services: Services,
  { orderId, paymentId }: { orderId: string; paymentId: string },
  outcome: PaymentOutcome,
): Promise<PaymentRow | undefined> {
  // This query uses the outer connection, which no transaction may use.
  const collisionIncluded = outcome.status === "succeeded" && (await isCollisionIncluded(services));
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const booked =
        outcome.status === "succeeded"
          ? await bookIfPaid(services, tx, paymentId, { ...outcome, collisionIncluded })
          : undefined;
      const order = await lockOrderIfAny(tx, orderId);
      const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
      if (payment?.orderId !== orderId || payment.mode === "built_in") return undefined;
      if (!order) {
        // An unpaid booking, or money for a booking deleted with its account: a person looks at that.
        if (outcome.status === "succeeded") throw new Mismatch("no_order");
        if (outcome.status === "failed" || outcome.status === "cancelled") {
          await end(services, tx, payment, { status: outcome.status });
          await endAgreement(tx, orderId);
        }
        return payment;
      }
      if (payment.status === "succeeded") {
        // A provider may say only later what it has saved.
        if (outcome.status === "succeeded" && outcome.saved && payment.methodRef === null)
          await save(services, tx, { orderId, mode: payment.mode, saved: outcome.saved, isLate: true });
        return payment;
      }
      if (outcome.status === "succeeded") await succeed(services, tx, { order, payment, outcome, booked });
      if (outcome.status === "failed" && payment.status === "begun")
        await fail(services, tx, { order, payment, outcome });
      if (outcome.status === "cancelled" && payment.status === "begun")
        await end(services, tx, payment, { status: "cancelled" });
      const [after] = await tx.select().from(payments).where(eq(payments.id, paymentId));
      return after;
    }),
  );
}

/** The order that a payment makes of a booking; undefined for an order's payment, or one of another sum. */
async function bookIfPaid(
  services: Services,
  tx: Db,
  paymentId: string,
  { amount, currency, collisionIncluded }: SucceededOutcome & { collisionIncluded: boolean },
): Promise<BookedByPayment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  const isAsked = payment?.status !== "succeeded" && payment?.amount === amount && currency === "usd";
  return payment && isAsked
    ? bookPaid(services, tx, { id: payment.orderId, amount, collisionIncluded })
    : undefined;
}

const end = async (
  { now }: Pick<Services, "now">,
  tx: Db,
  { id }: PaymentRow,
  ended: Partial<typeof payments.$inferInsert>,
): Promise<void> => {
  await tx
    .update(payments)
    .set({ ...ended, settledAt: new Date(now()) })
    .where(eq(payments.id, id));
};

async function succeed(
  services: Services,
  tx: Db,
  {
    order,
    payment,
    outcome,
    booked,
  }: { order: OrderRow; payment: PaymentRow; outcome: SucceededOutcome; booked: BookedByPayment | undefined },
): Promise<void> {
  const { id, mode, orderId } = payment;
  // Our books can't contain such a sum.
  if (outcome.currency !== "usd" || outcome.amount <= 0) throw new Mismatch("amount_differs");
  const { amount } = outcome;
  const on = today(services);
  const { method, providerRef } = outcome;
  await postDue(services, tx, orderId, "system");
  // The payment pays written-off debts too; otherwise that part would be given back as too much.
  const writtenOff = await takeBackWriteOffs(services, tx, orderId, "system");
  const over = Math.max(0, amount - leftToPay(await standingInstalments(tx, orderId)));
  const instalmentId = (await isChargedOtherwise(tx, payment)) ? null : payment.instalmentId;
  await end(services, tx, payment, {
    status: "succeeded",
    amount,
    method,
    providerRef,
    instalmentId,
    over,
    paidOn: on,
    failure: null,
  });
  await post(services, tx, {
    key: `payment:${id}`,
    kind: "payment",
    orderId,
    cause: { paymentId: id },
    actor: payment.recordedBy,
    entries: paymentEntries("provider_clearing", amount),
  });
  await settle(tx, orderId);
  await writeOffAgain(services, tx, writtenOff);
  if (outcome.saved && mode !== "built_in") await save(services, tx, { orderId, mode, saved: outcome.saved });
  await audit(tx, {
    actor: payment.recordedBy,
    entity: "order",
    entityId: orderId,
    action: "payment",
    after: { amount: wireMoney(amount), method, reference: providerRef },
  });
  await announcePayment(tx, order);
  if (amount !== payment.amount && mode !== "built_in")
    await services.outbox.post(tx, [
      differsEmail(services.config, order, { asked: payment.amount, amount, mode }),
    ]);
  const standing = await standingInstalments(tx, orderId);
  await booked?.sendEmails();
  await services.outbox.postBehind(tx, orderId, [
    paymentEmail(services.config, order, { paymentId: id, amount, standing, on }),
  ]);
  // The order was paid twice, or has ended meanwhile.
  await recountRefunds(services, tx, orderId, { actor: "system", reason: "overpaid" });
}

/**
 * Whether another charge of the same instalment has succeeded or is under way, for example a charge that was given
 * up.
 */
async function isChargedOtherwise(tx: Db, { id, instalmentId, attempt }: PaymentRow): Promise<boolean> {
  if (instalmentId === null || attempt === null) return false;
  const isOther = and(
    eq(payments.instalmentId, instalmentId),
    ne(payments.id, id),
    isNotNull(payments.attempt),
    inArray(payments.status, ["begun", "succeeded"]),
  );
  return (await tx.$count(payments, isOther)) > 0;
}

async function save(
  { now }: Pick<Services, "now">,
  tx: Db,
  {
    orderId,
    mode,
    saved,
    isLate,
  }: { orderId: string; mode: ProviderName; saved: SavedMethod; isLate?: boolean },
): Promise<void> {
  if (!(await mayChargeByItself(tx, orderId))) return;
  const row = { mode, ...saved, savedAt: new Date(now()) };
  const written = tx.insert(savedMethods).values({ orderId, ...row });
  // A value that was saved since is newer.
  if (isLate) await written.onConflictDoNothing();
  else await written.onConflictDoUpdate({ target: savedMethods.orderId, set: row });
}

async function fail(
  services: Services,
  tx: Db,
  { order, payment, outcome }: { order: OrderRow; payment: PaymentRow; outcome: FailedOutcome },
): Promise<void> {
  const { failure, providerRef } = outcome;
  await end(services, tx, payment, { status: "failed", failure, ...(providerRef && { providerRef }) });
  await announcePayment(tx, order);
  // The renter has seen a failure on the provider's page, but has not seen an automatic charge fail.
  const { attempt, amount, method, instalmentId } = payment;
  if (attempt === null) return;
  const asked = await standingFor(tx, order.id, instalmentId);
  const [saved] = await tx.select().from(savedMethods).where(eq(savedMethods.orderId, order.id));
  const nextOn = asked && saved && dayOfNext(asked.dueOn, attempt);
  if (waitsForPayment(order)) {
    const until = await services.orderParts.payUntilOf(services, tx, order);
    const isTriedAgain = nextOn && (!until || instantInLosAngeles(nextOn, attemptsBegin) < until.getTime());
    const charged = {
      amount,
      method,
      why: chargeFailure(failure),
      until,
      nextOn: isTriedAgain ? nextOn : undefined,
    };
    return void (await services.outbox.post(tx, [firstChargeFailedEmail(services.config, order, charged)]));
  }
  await services.outbox.post(tx, [
    chargeFailedEmail(services.config, order, {
      amount,
      method,
      why: chargeFailure(failure),
      category: asked && categoryOf(asked.lines),
      nextOn,
    }),
  ]);
}
