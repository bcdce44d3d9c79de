import type { Cents } from "#domain/money.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { settledBlocks } from "./settled.ts";
import {
  factsOf,
  linkToCars,
  type OrderEmailFacts,
  seeTrip,
  type Settings,
  orderToRenter,
  whatToBring,
} from "./order-to-renter.ts";

/** Sent while a booking's first payment is missing, in whole or in part: what is due, and until when. */
export const unpaidEmail = (
  settings: Settings,
  order: OrderRow,
  { endsAt, left }: { endsAt: number; left: Cents },
): Email =>
  orderToRenter("booking_unpaid", order, (pen) => ({
    subject: pen.say(m.email_booking_unpaid_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_booking_unpaid_body, { amount: pen.money(left), when: pen.moment(endsAt) })),
      paragraph(howToPay(settings, pen.language)),
      seeTrip(settings, order, pen),
      factsOf(settings, order, pen),
      whatToBring(order, pen),
    ],
  }));

/** Tells the renter that an unpaid booking has ended: what we keep of a part payment, and what we give back. */
export const endedUnpaidEmail = (
  settings: Settings,
  order: OrderRow,
  { settlement }: OrderEmailFacts,
): Email =>
  orderToRenter("booking_ended_unpaid", order, (pen) => {
    const settled = settledBlocks(pen, settlement);
    const body = settled.length ? m.email_booking_ended_unpaid_partly : m.email_booking_ended_unpaid_body;
    return {
      subject: pen.say(m.email_booking_ended_unpaid_subject, { number: order.orderNumber }),
      blocks: [
        paragraph(pen.say(body)),
        ...settled,
        factsOf(settings, order, pen),
        linkToCars(settings, pen),
      ],
    };
  });

/** Sent when a payment was for the booking before it changed, or is no longer enough. */
export const paidForOldEmail = (settings: Settings, order: OrderRow): Email =>
  inVain(settings, order, m.email_paid_for_old_body);

/** Sent when a booking's first payment came after another order had got its dates. */
export const paidLateEmail = (settings: Settings, order: OrderRow): Email =>
  inVain(settings, order, m.email_paid_late_body);

const inVain = (
  settings: Settings,
  order: OrderRow,
  body: typeof m.email_paid_late_body | typeof m.email_paid_for_old_body,
): Email =>
  orderToRenter("order_dates_gone", order, (pen) => ({
    subject: pen.say(m.email_paid_late_subject, { number: order.orderNumber }),
    blocks: [paragraph(pen.say(body)), factsOf(settings, order, pen), linkToCars(settings, pen)],
  }));
