import { orderAddress } from "#server/mail/order-address.ts";
import { formatDate, type IsoDate } from "#domain/dates.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import type { Config } from "#server/config.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { scheduleBlock } from "#server/ledger/schedule-block.ts";
import type { InstalmentRow } from "#server/ledger/queries.ts";
import type { Block, DocumentCause, Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import { openOrder, toDesk } from "#server/mail/to-desk.ts";
import { words } from "./words.ts";

type OrderRow = typeof orders.$inferSelect;
export type PaymentSettings = Pick<
  Config,
  "publicUrl" | "paymentInstructions" | "adminEmail" | "stripe" | "paypal"
>;

export const say = (text: string): Block => ({ kind: "paragraph", text });

export function toRenter(
  { publicUrl }: PaymentSettings,
  order: OrderRow,
  {
    kind,
    subject,
    blocks,
    documents = [],
  }: { kind: string; subject: string; blocks: Block[]; documents?: DocumentCause[] },
): Email {
  const text = words[order.language];
  // They hold what was typed, and go to no address that may be somebody else's.
  const attached = order.emailConfirmedAt ? documents : [];
  return {
    kind,
    subject,
    recipient: order.customerEmail,
    language: order.language,
    orderId: order.id,
    content: {
      greeting: greeting(order.language, order.emailConfirmedAt ? order.customerName : ""),
      blocks: [
        ...blocks,
        ...(attached.length ? [say(text.attached)] : []),
        {
          kind: "link",
          text: order.accountId ? text.see : text.find,
          url: orderAddress({ publicUrl }, order),
        },
      ],
      signature: text.signature,
      documents: attached,
    },
  };
}

/** Money has come in: how much, and what is left. */
export function paymentEmail(
  settings: PaymentSettings,
  order: OrderRow,
  {
    paymentId,
    amount,
    standing,
    on,
    paidOn = on,
    credit = 0,
  }: {
    paymentId: string;
    amount: Cents;
    standing: readonly InstalmentRow[];
    on: IsoDate;
    paidOn?: IsoDate;
    /** What of it is more than the order asks for. */
    credit?: Cents;
  },
): Email {
  const { received } = words[order.language];
  const isAll = leftToPay(standing) === 0;
  return toRenter(settings, order, {
    kind: "payment_received",
    subject: received.title(order.orderNumber),
    blocks: [
      say(received.body(formatMoney(amount, order.language), formatDate(paidOn, order.language))),
      ...(standing.length ? [say(isAll ? received.nothingLeft : received.left)] : []),
      ...scheduleBlock(standing, order.language, on),
      ...(credit > 0 ? [say(received.credit(formatMoney(credit, order.language)))] : []),
    ],
    documents: [{ kind: "receipt", causeId: paymentId }],
  });
}

/** A payment that was recorded by mistake is taken back: how much, and what that leaves to pay. */
export function correctionEmail(
  settings: PaymentSettings,
  order: OrderRow,
  { amount, standing, on }: { amount: Cents; standing: readonly InstalmentRow[]; on: IsoDate },
): Email {
  const { language, orderNumber } = order;
  const { corrected } = words[language];
  return toRenter(settings, order, {
    kind: "payment_corrected",
    subject: corrected.title(orderNumber),
    blocks: [
      say(corrected.body(formatMoney(amount, language))),
      ...scheduleBlock(standing, language, on),
      say(corrected.ask),
    ],
  });
}

export function refundEmail(
  settings: PaymentSettings,
  order: OrderRow,
  { id, amount }: { id: string; amount: Cents },
): Email {
  const { refunded } = words[order.language];
  return toRenter(settings, order, {
    kind: "refund_paid",
    subject: refunded.title(order.orderNumber),
    blocks: [say(refunded.body(formatMoney(amount, order.language), ""))],
    documents: [{ kind: "refund_receipt", causeId: id }],
  });
}

/** A refund has come back from the renter's bank. */
export function bouncedEmail(settings: PaymentSettings, order: OrderRow, amount: Cents): Email {
  const { bounced } = words[order.language];
  return toRenter(settings, order, {
    kind: "refund_bounced",
    subject: bounced.title(order.orderNumber),
    blocks: [say(bounced.body(formatMoney(amount, order.language), ""))],
  });
}

/** What was said to be checked is not given back. */
export function refundDeclinedEmail(
  settings: PaymentSettings,
  order: OrderRow,
  { amount, reason }: { amount: Cents; reason: string | undefined },
): Email {
  const { notRefunded } = words[order.language];
  return toRenter(settings, order, {
    kind: "refund_declined",
    subject: notRefunded.title(order.orderNumber),
    blocks: [
      say(notRefunded.body(formatMoney(amount, order.language), "")),
      ...(reason ? [say(notRefunded.reason(reason))] : []),
    ],
  });
}

/** Before an instalment is due, on the day, and after it. */
export function dueEmail(
  settings: PaymentSettings,
  order: OrderRow,
  {
    when,
    left,
    dueOn,
    chargedTo,
    invoiceOf,
  }: {
    when: "soon" | "due" | "overdue";
    left: Cents;
    dueOn: IsoDate;
    /** The saved method that is charged on the day. */
    chargedTo?: string | undefined;
    /** The instalment, once it has fallen due and has an invoice. */
    invoiceOf?: string | undefined;
  },
): Email {
  const { language, orderNumber } = order;
  const text = words[language][when];
  return toRenter(settings, order, {
    kind: `payment_${when}`,
    subject: text.title(orderNumber),
    blocks: [
      say(text.body(formatMoney(left, language), formatDate(dueOn, language))),
      say(chargedTo ? words[language].chargedTo(chargedTo) : howToPay(settings, language)),
    ],
    ...(invoiceOf && { documents: [{ kind: "invoice", causeId: invoiceOf }] }),
  });
}

/** To the back office: a payment has been overdue for a week. */
export function pastDueEmail(
  settings: PaymentSettings,
  order: OrderRow,
  { left, dueOn }: { left: Cents; dueOn: IsoDate },
): Email {
  return toDesk(settings, {
    kind: "admin_payment_past_due",
    subject: `Past due: ${formatMoney(left, "en")} for order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      say("This has been due for more than a week and isn’t paid. Please call the renter."),
      {
        kind: "facts",
        facts: [
          ["Order", order.orderNumber],
          ["Renter", order.customerName],
          ["Phone", order.customerPhone],
          ["Due", formatDate(dueOn, "en")],
          ["Left to pay", formatMoney(left, "en")],
        ],
      },
    ],
    opens: openOrder(order.id),
  });
}
