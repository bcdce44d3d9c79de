import { and, between, eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { mayRecordFor, type RecordedMethod, repeatDays } from "#domain/payments/payments.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { withRetries } from "#server/db/retries.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import { confirmPaid } from "#server/booking/wizard/confirm-paid.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { type WrittenPayment, writePayment } from "#server/ledger/write-payment.ts";
import { type Services, today } from "#server/services.ts";
import { paymentEmail } from "./emails.ts";
import { announcePayment } from "./announce-payment.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";

export type ReceivedPayment = {
  id: string;
  orderId: string;
  amount: Cents;
  method: RecordedMethod;
  reference: string;
  paidOn: IsoDate;
  /** True if it is another payment although the same amount came with the same reference within days. */
  again?: boolean | undefined;
  by: string;
};

/**
 * Records money for an order: once, however often it is sent. The part beyond the order's instalments is its
 * renter's credit. Throws a Refusal for an impossible payment, and for one that looks like a repetition.
 */
export async function recordPayment(services: Services, received: ReceivedPayment): Promise<void> {
  await withRetries(() => services.database.transaction((tx) => recordIn(services, tx, received)));
  await confirmPaid(services, received.orderId);
}

async function recordIn(services: Services, tx: Db, received: ReceivedPayment): Promise<void> {
  const { id, orderId, amount, paidOn, again, ...rest } = received;
  const order = await lockOrder(tx, orderId);
  // `again` isn't a part of the hash: a payment is the same with and without it.
  const requestHash = requestHashOf({ id, orderId, amount, paidOn, ...rest });
  const [known] = await tx.select().from(payments).where(eq(payments.id, id));
  if (sentBefore(known, requestHash, { refusal: paymentIdUsed })) return;
  await refuseOwnOrder(tx, { order, by: received.by, gate: "manage_payments" });
  if (amount <= 0) throw invalidField("amount", "must be above zero");
  if (!mayRecordFor(paidOn, today(services)))
    throw invalidField("paidOn", "must be a day of the last year, up to today");
  if (!again) await refuseRepeated(tx, received);
  await writeReceived(services, tx, order, { ...received, requestHash, tell: true });
}

/** Writes a manual payment into the books of an order that the caller has locked, and announces it. */
export async function writeReceived(
  services: Services,
  tx: Db,
  order: typeof orders.$inferSelect,
  { tell, ...payment }: WrittenPayment & { tell: boolean },
): Promise<void> {
  const { over } = await writePayment(services, tx, order.id, payment);
  await announcePayment(tx, order);
  if (!tell) return;
  const standing = await standingInstalments(tx, order.id);
  await services.outbox.postBehind(tx, order.id, [
    paymentEmail(services.config, order, {
      paymentId: payment.id,
      amount: payment.amount,
      standing,
      on: today(services),
      paidOn: payment.paidOn,
      credit: over,
    }),
  ]);
}

/** Throws a Refusal where the same amount came for the order with the same reference within days. */
async function refuseRepeated(
  tx: Db,
  { orderId, amount, reference, paidOn }: ReceivedPayment,
): Promise<void> {
  const [same] = await tx
    .select({ paidOn: payments.paidOn })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.mode, "built_in"),
        eq(payments.status, "succeeded"),
        eq(payments.amount, amount),
        eq(payments.reference, reference),
        between(payments.paidOn, addDays(paidOn, -repeatDays), addDays(paidOn, repeatDays)),
      ),
    )
    .limit(1);
  if (same)
    throw new Refusal(
      "payment_repeated",
      `$${wireMoney(amount)} with this reference is already recorded for this order, on ${same.paidOn}. Is this another payment?`,
    );
}

export const paymentIdUsed = (): Refusal =>
  new Refusal("payment_id_used", "This ID belongs to something else.", {
    fields: { id: { code: "payment_id_used", message: "belongs to something else" } },
  });
