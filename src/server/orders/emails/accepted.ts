import { paysUntilAfterYes } from "#domain/booking/wizard.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import { providersSet } from "#server/provider-settings.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { dueWords } from "./booked.ts";
import { factsOf, type LostDates, practical, seeOrder, type Settings, toRenter } from "./to-renter.ts";

/** When the host of its car said yes: until when the first payment may wait, and what else comes next. */
export function acceptedEmail(settings: Settings, order: OrderRow, { money }: LostDates): Email {
  const [first] = money?.standing ?? [];
  const isPaid = first === undefined || first.paid >= first.amount;
  return toRenter("order_confirmed", order, (pen) => ({
    subject: pen.say(m.email_order_confirmed_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_order_host_accepted)),
      !isPaid && paragraph(payWords(settings, order, pen)),
      factsOf(settings, order, pen),
      ...(money ? practical(settings, order, pen, money) : []),
      seeOrder(settings, order, pen),
    ],
  }));
}

function payWords(settings: Settings, order: OrderRow, pen: Pen): string {
  const at = (order.hostAnsweredAt ?? order.createdAt).getTime();
  return providersSet(settings).length > 0
    ? pen.say(m.email_order_host_pay_by, { until: pen.moment(paysUntilAfterYes(at, order)) })
    : dueWords(settings, order, pen, at);
}
