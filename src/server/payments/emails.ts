import { formatDate, type IsoDate } from "#domain/dates.ts";
import { formatMoment } from "#domain/local-time.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import type { Config } from "#server/config.ts";
import type { orders } from "#server/db/schema.ts";
import { scheduleBlock } from "#server/ledger/schedule-block.ts";
import type { InstalmentRow } from "#server/ledger/queries.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import { words } from "./words.ts";

type OrderRow = typeof orders.$inferSelect;
type Settings = Pick<Config, "publicUrl" | "paymentInstructions" | "adminEmail">;

const say = (text: string): Block => ({ kind: "paragraph", text });

function toRenter(
  { publicUrl }: Settings,
  order: OrderRow,
  { kind, subject, blocks }: { kind: string; subject: string; blocks: Block[] },
): Email {
  const text = words[order.language];
  // Whoever has an account sees it there; a visitor has a link with a key in an earlier email.
  const address = new URL(`/dashboard/trips/${order.id}`, publicUrl.origin).href;
  return {
    kind,
    subject,
    recipient: order.customerEmail,
    language: order.language,
    orderId: order.id,
    content: {
      greeting: greeting(order.language, order.provedAt ? order.customerName : ""),
      blocks: [
        ...blocks,
        ...(order.accountId ? [{ kind: "link" as const, text: text.see, url: address }] : []),
      ],
      signature: text.signature,
    },
  };
}

/** Money has come in: how much, and what is left. */
export function paymentEmail(
  settings: Settings,
  order: OrderRow,
  { amount, standing, on }: { amount: Cents; standing: readonly InstalmentRow[]; on: IsoDate },
): Email {
  const { received } = words[order.language];
  const isAll = leftToPay(standing) === 0;
  return toRenter(settings, order, {
    kind: "payment_received",
    subject: received.title(order.orderNumber),
    blocks: [
      say(received.body(formatMoney(amount, order.language), formatDate(on, order.language))),
      say(isAll ? received.nothingLeft : received.left),
      ...scheduleBlock(standing, order.language, on),
    ],
  });
}

export function refundEmail(settings: Settings, order: OrderRow, amount: Cents): Email {
  const { refunded } = words[order.language];
  return toRenter(settings, order, {
    kind: "refund_paid",
    subject: refunded.title(order.orderNumber),
    blocks: [say(refunded.body(formatMoney(amount, order.language), ""))],
  });
}

/** How to pay, in the owner's words. */
function howToPay({ paymentInstructions }: Settings, { language }: OrderRow): Block {
  const text = words[language];
  return say(paymentInstructions ? text.payBy(paymentInstructions[language]) : text.contact);
}

/** Before an instalment is due, on the day, and after it. */
export function dueEmail(
  settings: Settings,
  order: OrderRow,
  { when, left, dueOn }: { when: "soon" | "due" | "overdue"; left: Cents; dueOn: IsoDate },
): Email {
  const { language, orderNumber } = order;
  const text = words[language][when];
  return toRenter(settings, order, {
    kind: `payment_${when}`,
    subject: text.title(orderNumber),
    blocks: [
      say(text.body(formatMoney(left, language), formatDate(dueOn, language))),
      howToPay(settings, order),
    ],
  });
}

/** A booking that nobody has paid for ends tomorrow, at an instant. */
export function unpaidEmail(settings: Settings, order: OrderRow, left: Cents, endsAt: number): Email {
  const { language, orderNumber } = order;
  const { unpaid } = words[language];
  return toRenter(settings, order, {
    kind: "booking_unpaid",
    subject: unpaid.title(orderNumber),
    blocks: [
      say(unpaid.body(formatMoney(left, language), formatMoment(endsAt, language))),
      howToPay(settings, order),
    ],
  });
}
