import { paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import {
  factsOf,
  type OrderEmailFacts,
  practical,
  seeOrder,
  type Settings,
  orderToRenter,
} from "./order-to-renter.ts";

/** Sent when the car's host has accepted: until when the first payment may wait, if it ends the order, and what comes next. */
export function acceptedEmail(
  settings: Settings,
  order: OrderRow,
  { money, payUntil }: OrderEmailFacts,
): Email {
  const [first] = money?.standing ?? [];
  const isPaid = first === undefined || first.paid >= first.amount;
  return orderToRenter("order_confirmed", order, (pen) => ({
    subject: pen.say(m.email_order_confirmed_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_order_host_accepted)),
      !isPaid &&
        paragraph(
          payUntil
            ? pen.say(m.email_order_host_pay_by, { until: pen.moment(payUntil) })
            : pen.say(m.email_booked_due_by_pickup),
        ),
      factsOf(settings, order, pen),
      ...(money ? practical(settings, order, pen, money) : []),
      seeOrder(settings, order, pen),
    ],
  }));
}

/** Sent when the car's host has accepted and the first payment confirms the order: how to pay, and until when. */
export const acceptedUnpaidEmail = (settings: Settings, order: OrderRow, payUntil: Date | undefined): Email =>
  orderToRenter("order_accepted", order, (pen) => ({
    subject: pen.say(m.email_order_accepted_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_order_accepted_body)),
      payUntil && paragraph(pen.say(m.email_order_accepted_pay_by, { until: pen.moment(payUntil) })),
      paragraph(howToPay(settings, pen.language)),
      seeOrder(settings, order, pen),
      factsOf(settings, order, pen),
    ],
  }));
