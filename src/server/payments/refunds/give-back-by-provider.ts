import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ProviderName } from "#domain/payments/providers.ts";
import { audit } from "#server/db/audit.ts";
import { wireMoney } from "#domain/money.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments, refundParts, refunds } from "#server/db/schema/money/payments.ts";
import { withRetries } from "#server/db/retries.ts";
import { isUndecidedRow } from "#server/ledger/chargebacks.ts";
import { giveBack, recountRefunds } from "#server/ledger/refunds.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";
import type { Services } from "#server/services.ts";
import { announcePayment } from "#server/payments/announce-payment.ts";
import { refundedTwiceOf, emailRefundedTwice } from "./refunded-twice.ts";
import { bounceRefund } from "./bounce-refund.ts";
import { withdrawRefundsOf } from "./withdraw-refunds.ts";
import { refundEmail } from "#server/payments/emails.ts";
import { nameOf } from "#server/error-name.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { Mismatch, type Provider, type RefundOutcome } from "#server/payments/provider.ts";

const atOnce = 100;

type Part = { part: typeof refundParts.$inferSelect; orderId: string; payment: PaymentRow };
export type PartOf = { refundId: string; paymentId: string; orderId: string };

/**
 * The minute's job: has providers give back what is to be given back of the payments that they took. A requested
 * refund stays as it was requested, until the provider says that it has or has not given it back.
 */
export async function giveBackByProvider(services: Services): Promise<void> {
  if (services.providers.size === 0) return;
  const names: ProviderName[] = [...services.providers.keys()];
  const found = await services.database.db
    .select({ part: refundParts, orderId: refunds.orderId, payment: payments })
    .from(refundParts)
    .innerJoin(refunds, eq(refunds.id, refundParts.refundId))
    .innerJoin(payments, eq(payments.id, refundParts.paymentId))
    .where(
      and(
        eq(refunds.status, "approved"),
        isNull(refundParts.paidAt),
        isNull(refundParts.failure),
        inArray(payments.mode, names),
        isFree,
      ),
    )
    .orderBy(asc(refunds.createdAt))
    .limit(atOnce);
  for (const each of found) {
    const provider = each.payment.mode === "built_in" ? undefined : services.providers.get(each.payment.mode);
    if (provider) await ask(services, provider, each);
  }
}

/** No bank still has to decide about the payment; or the provider has the request already, and must answer it. */
const isFree = sql`(${refundParts.begunAt} is not null or not exists (select from chargebacks
  where chargebacks.payment_id = ${refundParts.paymentId} and ${isUndecidedRow}))`;

async function ask(services: Services, provider: Provider, { part, orderId, payment }: Part): Promise<void> {
  const { refundId, paymentId, amount, providerRef } = part;
  const of = { refundId, paymentId, orderId };
  try {
    if (!(await begin(services, of))) return;
    const outcome = await provider.refund({
      refundId,
      orderId,
      payment,
      amount,
      providerRef,
      isRepeated: part.begunAt !== null,
    });
    await settleRefund(services, of, outcome);
  } catch (error) {
    services.log.warn({ failure: nameOf(error), refund: refundId }, "a refund could not be given back");
  }
}

/** Written down before the provider is asked; false where the refund is no longer due. */
const begin = (services: Services, { refundId, paymentId, orderId }: PartOf): Promise<boolean> =>
  services.database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const due = sql`exists (select from refunds where id = ${refundId} and status = 'approved')`;
    const written = await tx
      .update(refundParts)
      .set({ begunAt: sql`coalesce(begun_at, ${new Date(services.now()).toISOString()}::timestamptz)` })
      .where(and(isPart({ refundId, paymentId }), isNull(refundParts.paidAt), isFree, due))
      .returning({ refundId: refundParts.refundId });
    return written.length > 0;
  });

const isPart = ({ refundId, paymentId }: Pick<PartOf, "refundId" | "paymentId">) =>
  and(eq(refundParts.refundId, refundId), eq(refundParts.paymentId, paymentId));

/** Whether a bank has given this payment back for good. */
const isLost = async (tx: Db, paymentId: string): Promise<boolean> =>
  (await tx.$count(chargebacks, and(eq(chargebacks.paymentId, paymentId), eq(chargebacks.state, "lost")))) >
  0;

/** Whether other refunds have given back so much of the payment that this part's money is gone. */
async function isGone(tx: Db, { paymentId, refundId, amount }: Part["part"]): Promise<boolean> {
  const [row] = await tx
    .select({
      paid: payments.amount,
      given: sql<string>`(select coalesce(sum(amount), 0) from refund_parts given
        where given.payment_id = ${payments.id} and given.refund_id <> ${refundId} and given.paid_at is not null)`,
    })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return row !== undefined && row.paid - Number(row.given) < amount;
}

/**
 * Writes down the state of a refund's part that its provider reports, once however often it is reported. False
 * where there is no such part.
 */
export const settleRefund = (services: Services, of: PartOf, outcome: RefundOutcome): Promise<boolean> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      if (outcome.status === "unknown") return false;
      const order = await lockOrder(tx, of.orderId);
      const [refund] = await tx.select().from(refunds).where(eq(refunds.id, of.refundId));
      const [part] = await tx.select().from(refundParts).where(isPart(of));
      if (refund?.orderId !== of.orderId || !part) return false;
      if (outcome.status === "failed") {
        if (part.paidAt) await bounceRefund(services, tx, order, { refund, part });
        await tx
          .update(refundParts)
          .set({ failure: outcome.failure, ...(outcome.providerRef && { providerRef: outcome.providerRef }) })
          .where(isPart(of));
        const isGivenOtherwise = await isGone(tx, part);
        if (isGivenOtherwise || (await isLost(tx, of.paymentId))) {
          await withdrawRefundsOf(services, tx, order, of);
          // A refund that was given in its place counts towards the sum that was to be given.
          await recountRefunds(services, tx, order.id, {
            actor: "system",
            counts: isGivenOtherwise,
            keepsDeclined: true,
          });
        }
        await announcePayment(tx, order);
        return true;
      }
      if (part.paidAt) return true;
      if (outcome.amount !== part.amount || outcome.currency !== "usd") throw new Mismatch("amount_differs");
      await tx.update(refundParts).set({ providerRef: outcome.providerRef, failure: null }).where(isPart(of));
      if (outcome.status !== "succeeded") return true;
      const before = await refundedTwiceOf(tx, order.id);
      const isWhole = await giveBack(services, tx, refund, { by: "system", parts: [part.paymentId] });
      await audit(tx, {
        actor: "system",
        entity: "order",
        entityId: of.orderId,
        action: "refund_paid",
        after: { amount: wireMoney(part.amount), reference: outcome.providerRef },
      });
      await announcePayment(tx, order);
      if (isWhole) await services.outbox.post(tx, [refundEmail(services.config, order, refund)]);
      await emailRefundedTwice(services, tx, order, { paymentId: part.paymentId, before });
      return true;
    }),
  );
