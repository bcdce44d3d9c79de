import type { EmailKindFor } from "#domain/people/email-kinds.ts";
import { formatDate, type IsoDate } from "#domain/dates.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import type { Config } from "#server/config.ts";
import type { orders } from "#server/db/schema/orders.ts";
import type { InstalmentRow } from "#server/ledger/queries.ts";
import { scheduleBlock } from "#server/ledger/schedule-block.ts";
import { facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import type { Pen } from "#server/mail/pen.ts";
import { openOrder, toAdmins } from "#server/mail/to-admins.ts";
import { documentsIfConfirmed, toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import type { Template } from "#server/mail/write-email.ts";

type OrderRow = typeof orders.$inferSelect;
export type PaymentSettings = Pick<Config, "publicUrl" | "paymentInstructions" | "adminEmail" | "providers">;

/** An email about money to an order's renter. It names its attachments, and ends with a link to the payments. */
export const paymentToRenter = (
  settings: PaymentSettings,
  order: OrderRow,
  kind: EmailKindFor<"renter">,
  template: (pen: Pen) => Template,
): Email =>
  toRenter(kind, order, (pen) => {
    const { blocks, documents = [], ...rest } = template(pen);
    const attached = documentsIfConfirmed(order, documents);
    return {
      ...rest,
      blocks: [
        ...blocks,
        attached.length > 0 && paragraph(pen.say(m.email_payment_attached)),
        link(
          pen.say(order.accountId ? m.email_payment_see : m.email_payment_find),
          orderAddress(settings, order),
        ),
      ],
      documents: attached,
    };
  });

type ReceivedPayment = {
  paymentId: string;
  amount: Cents;
  standing: readonly InstalmentRow[];
  on: IsoDate;
  paidOn?: IsoDate;
  /** The part of the payment beyond the order's instalments. */
  credit?: Cents;
};

/** Money has come in: how much, and what is left. */
export const paymentEmail = (
  settings: PaymentSettings,
  order: OrderRow,
  { paymentId, amount, standing, on, paidOn = on, credit = 0 }: ReceivedPayment,
): Email =>
  paymentToRenter(settings, order, "payment_received", (pen) => ({
    subject: pen.say(m.email_payment_received_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_payment_received_body, { amount: pen.money(amount), date: pen.day(paidOn) })),
      standing.length > 0 &&
        paragraph(
          pen.say(leftToPay(standing) === 0 ? m.email_payment_received_all : m.email_payment_received_left),
        ),
      ...scheduleBlock(standing, pen, on),
      credit > 0 && paragraph(pen.say(m.email_payment_received_credit, { amount: pen.money(credit) })),
    ],
    documents: [{ kind: "receipt", causeId: paymentId }],
  }));

/** A payment that was recorded by mistake is taken back: how much, and what that leaves to pay. */
export const correctionEmail = (
  settings: PaymentSettings,
  order: OrderRow,
  { amount, standing, on }: { amount: Cents; standing: readonly InstalmentRow[]; on: IsoDate },
): Email =>
  paymentToRenter(settings, order, "payment_corrected", (pen) => ({
    subject: pen.say(m.email_payment_corrected_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_payment_corrected_body, { amount: pen.money(amount) })),
      ...scheduleBlock(standing, pen, on),
      paragraph(pen.say(m.email_payment_corrected_ask)),
    ],
  }));

export const refundEmail = (
  settings: PaymentSettings,
  order: OrderRow,
  { id, amount }: { id: string; amount: Cents },
): Email =>
  paymentToRenter(settings, order, "refund_paid", ({ say, money }) => ({
    subject: say(m.email_refund_paid_subject, { number: order.orderNumber }),
    blocks: [paragraph(say(m.email_refund_paid_body, { amount: money(amount) }))],
    documents: [{ kind: "refund_receipt", causeId: id }],
  }));

/** A refund has come back from the renter's bank. */
export const bouncedEmail = (settings: PaymentSettings, order: OrderRow, amount: Cents): Email =>
  paymentToRenter(settings, order, "refund_bounced", ({ say, money }) => ({
    subject: say(m.email_refund_bounced_subject, { number: order.orderNumber }),
    blocks: [paragraph(say(m.email_refund_bounced_body, { amount: money(amount) }))],
  }));

/** Announces that a refund which had to be checked is declined. */
export const refundDeclinedEmail = (
  settings: PaymentSettings,
  order: OrderRow,
  { amount, reason }: { amount: Cents; reason: string | undefined },
): Email =>
  paymentToRenter(settings, order, "refund_declined", ({ say, money }) => ({
    subject: say(m.email_refund_declined_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(say(m.email_refund_declined_body, { amount: money(amount) })),
      !!reason && paragraph(say(m.email_the_reason, { reason })),
    ],
  }));

const due = {
  soon: { kind: "payment_soon", subject: m.email_payment_soon_subject, body: m.email_payment_soon_body },
  due: { kind: "payment_due", subject: m.email_payment_due_subject, body: m.email_payment_due_body },
  overdue: {
    kind: "payment_overdue",
    subject: m.email_payment_overdue_subject,
    body: m.email_payment_overdue_body,
  },
} as const;

type DueInstalment = {
  when: keyof typeof due;
  left: Cents;
  dueOn: IsoDate;
  /** The saved method that is charged on the day. */
  chargedTo?: string | undefined;
  /** The instalment, once it has fallen due and has an invoice. */
  invoiceOf?: string | undefined;
};

/** Announces an instalment: before its due day, on it, or after it. */
export function dueEmail(
  settings: PaymentSettings,
  order: OrderRow,
  { when, left, dueOn, chargedTo, invoiceOf }: DueInstalment,
): Email {
  const { kind, subject, body } = due[when];
  return paymentToRenter(settings, order, kind, ({ say, money, day, language }) => ({
    subject: say(subject, { number: order.orderNumber }),
    blocks: [
      paragraph(say(body, { amount: money(left), date: day(dueOn) })),
      paragraph(
        chargedTo ? say(m.email_payment_charged_to, { method: chargedTo }) : howToPay(settings, language),
      ),
    ],
    ...(invoiceOf && { documents: [{ kind: "invoice", causeId: invoiceOf }] }),
  }));
}

/** To the back office: a payment has been overdue for a week. */
export const pastDueEmail = (
  settings: PaymentSettings,
  order: OrderRow,
  { left, dueOn }: { left: Cents; dueOn: IsoDate },
): Email =>
  toAdmins(settings, {
    kind: "admin_payment_past_due",
    subject: `Past due: ${formatMoney(left, "en")} for order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph("This has been due for more than a week and isn’t paid. Please call the renter."),
      facts([
        ["Order", order.orderNumber],
        nameFact("Renter", order.customerName),
        ["Phone", order.customerPhone],
        ["Due", formatDate(dueOn, "en")],
        ["Left to pay", formatMoney(left, "en")],
      ]),
    ],
    opens: openOrder(order.id),
  });
