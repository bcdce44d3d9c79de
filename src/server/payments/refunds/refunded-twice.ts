import { and, eq } from "drizzle-orm";
import { type Cents, formatMoney } from "#domain/money.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import { providerName, type ProviderName, providerRow } from "#domain/payments/providers.ts";
import type { Db } from "#server/db/open-database.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import { paymentNotices } from "#server/db/schema/money/payments.ts";
import type { OrderRow } from "#server/ledger/instalments.ts";
import { type InstalmentRow, standingInstalments } from "#server/ledger/queries.ts";
import { isRefundedTwice } from "#server/ledger/refunded-twice.ts";
import { facts, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import { openOrder, toAdmins } from "#server/mail/to-admins.ts";
import { m } from "#server/mail/words.ts";
import { type PaymentSettings, paymentToRenter } from "#server/payments/emails.ts";
import { type Services, today } from "#server/services.ts";

type Teller = Pick<Services, "config" | "outbox" | "now">;
type TakenBack = { amount: Cents; left: Cents; mode: ProviderName };

/** Informs a renter of a payment taken back for good, and of the debt: a double refund gets no due notice then. */
export async function emailTakenBack(
  { config, outbox, now }: Teller,
  tx: Db,
  { order, standing, owed }: { order: OrderRow; standing: readonly InstalmentRow[]; owed: TakenBack },
): Promise<void> {
  await outbox.post(tx, [takenBackEmail(config, order, owed)]);
  const twice = standing.find(isRefundedTwice);
  if (!twice) return;
  const notice = { instalmentId: twice.id, kind: "due", at: new Date(now()) } as const;
  await tx.insert(paymentNotices).values(notice).onConflictDoNothing();
}

/** What is asked of a renter because they got it back twice. */
export const refundedTwiceOf = async (tx: Db, orderId: string): Promise<Cents> =>
  sumOf((await standingInstalments(tx, orderId)).filter(isRefundedTwice));

/**
 * Announces a refund that has arrived although the bank had taken the same payment back: only now is it owed.
 * `before` is the debt for double refunds before it arrived.
 */
export async function emailRefundedTwice(
  services: Teller,
  tx: Db,
  order: OrderRow,
  { paymentId, before }: { paymentId: string; before: Cents },
): Promise<void> {
  const standing = await standingInstalments(tx, order.id);
  const amount = sumOf(standing.filter(isRefundedTwice)) - before;
  const [lost] = await tx
    .select({ amount: chargebacks.owed, mode: chargebacks.mode })
    .from(chargebacks)
    .where(and(eq(chargebacks.paymentId, paymentId), eq(chargebacks.state, "lost")))
    .limit(1);
  if (amount <= 0 || !lost) return;
  await services.outbox.post(tx, [refundedTwiceEmail(services.config, order, amount)]);
  const left = leftToPay(standing, today(services));
  await emailTakenBack(services, tx, { order, standing, owed: { ...lost, left } });
}

/** To the renter: a payment of theirs was taken back for good, and what is due again by that. */
function takenBackEmail(
  settings: PaymentSettings,
  order: OrderRow,
  { amount, left, mode }: TakenBack,
): Email {
  const isBank = providerRow(mode).takesBack === "bank";
  const provider = providerName(mode);
  return paymentToRenter(settings, order, "payment_taken_back", ({ say, money, language }) => ({
    subject: isBank
      ? say(m.email_payment_taken_back_bank_subject, { number: order.orderNumber })
      : say(m.email_payment_taken_back_provider_subject, { number: order.orderNumber, provider }),
    blocks: [
      paragraph(
        isBank
          ? say(m.email_payment_taken_back_bank_body, { amount: money(amount), left: money(left) })
          : say(m.email_payment_taken_back_provider_body, {
              amount: money(amount),
              left: money(left),
              provider,
            }),
      ),
      paragraph(howToPay(settings, language)),
    ],
  }));
}

/** Tells the back office that the renter owes the money again; the email about the loss said otherwise. */
function refundedTwiceEmail(settings: PaymentSettings, order: OrderRow, amount: Cents): Email {
  const sum = formatMoney(amount, "en");
  return toAdmins(settings, {
    kind: "admin_refunded_twice",
    subject: `Refunded twice: ${sum} for order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        "Our refund has arrived after the same payment was lost to a chargeback. The renter has the money twice and owes it again.",
      ),
      facts([["Order", order.orderNumber], nameFact("Renter", order.customerName), ["Amount", sum]]),
    ],
    opens: openOrder(order.id),
  });
}
