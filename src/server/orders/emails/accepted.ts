import { paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { dueWords } from "./booked.ts";
import {
  factsOf,
  type OrderEmailFacts,
  practical,
  seeOrder,
  type Settings,
  orderToRenter,
} from "./order-to-renter.ts";

/** Sent when the car's host has accepted: until when the first payment may wait, and what else comes next. */
export function acceptedEmail(settings: Settings, order: OrderRow, { money }: OrderEmailFacts): Email {
  const [first] = money?.standing ?? [];
  const isPaid = first === undefined || first.paid >= first.amount;
  return orderToRenter("order_confirmed", order, (pen) => ({
    subject: pen.say(m.email_order_confirmed_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_order_host_accepted)),
      !isPaid && paragraph(dueWords(settings, order, pen)),
      factsOf(settings, order, pen),
      ...(money ? practical(settings, order, pen, money) : []),
      seeOrder(settings, order, pen),
    ],
  }));
}
