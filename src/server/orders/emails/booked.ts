import { endsUnpaid, payDeadline, unpaidBooking } from "#domain/booking/wizard.ts";
import type { VerificationStatus } from "#domain/papers/verification.ts";
import type { MoneySummary } from "#server/ledger/money-summary.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { providersSet, tellsHowToPay } from "#server/provider-settings.ts";
import { factsOf, practical, seeTrip, type Settings, orderToRenter } from "./order-to-renter.ts";

/** Sent when a booking is confirmed, at the end of the steps or by the first payment; says what comes next. */
export const bookedEmail = (
  settings: Settings,
  order: OrderRow,
  { licence, isPaid, ...summary }: { licence: VerificationStatus; isPaid: boolean } & MoneySummary,
): Email =>
  orderToRenter("order_confirmed", order, (pen) => ({
    subject: pen.say(m.email_order_confirmed_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_booked_body)),
      paragraph(isPaid ? pen.say(m.email_booked_paid) : dueWords(settings, order, pen)),
      licence !== "verified" &&
        paragraph(
          pen.say(licence === "expired" ? m.email_booked_licence_expires : m.email_booked_licence_unverified),
        ),
      factsOf(settings, order, pen),
      ...practical(settings, order, pen, summary),
      seeTrip(settings, order, pen),
    ],
  }));

/**
 * Says until when the first payment may wait. Without a payment provider, a booking whose pickup comes before that
 * time has to be paid by the pickup.
 */
function dueWords(settings: Settings, order: OrderRow, { say, moment }: Pen): string {
  const bookedAt = order.createdAt.getTime();
  if (providersSet(settings).length > 0)
    return say(m.email_order_host_pay_by, { until: moment(payDeadline(bookedAt, order)) });
  return endsUnpaid(order, { bookedAt, tellsHowToPay: tellsHowToPay(settings) })
    ? say(m.email_booked_due, { hours: unpaidBooking.endsAfterHours })
    : say(m.email_booked_due_by_pickup);
}
