import { formatMoment } from "#domain/local-time.ts";
import type { Config } from "#server/config.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { settledBlocks } from "./settled.ts";
import { factsOf, type LostDates, textsOf, toRenter } from "./to-renter.ts";

type Settings = Pick<Config, "publicUrl" | "paymentInstructions" | "stripe" | "paypal">;

const say = (text: string): Block => ({ kind: "paragraph", text });
const toCars = ({ publicUrl }: Settings, text: string): Block => ({
  kind: "link",
  text,
  url: new URL("/cars", publicUrl.origin).href,
});

/** A booking that nobody paid for tells that it ends. */
export function unpaidEmail(settings: Settings, order: OrderRow, { endsAt }: { endsAt: number }): Email {
  const text = textsOf(order);
  return toRenter(order, "booking_unpaid", {
    subject: text.unpaid(order.orderNumber),
    blocks: [
      say(text.unpaidBody(formatMoment(endsAt, order.language))),
      say(howToPay(settings, order.language)),
      { kind: "link", text: text.seeTrip, url: orderAddress(settings, order) },
    ],
  });
}

/** When it has ended: what is kept of a part that was paid, and what is given back. */
export function endedUnpaidEmail(settings: Settings, order: OrderRow, { settlement }: LostDates): Email {
  const text = textsOf(order);
  const settled = settledBlocks(order, settlement);
  return toRenter(order, "booking_ended_unpaid", {
    subject: text.endedUnpaid(order.orderNumber),
    hasCalendar: true,
    blocks: [
      say(settled.length ? text.endedPartPaidBody : text.endedUnpaidBody),
      ...settled,
      factsOf(order),
      toCars(settings, text.again),
    ],
  });
}

/** When what was paid was asked for before the booking was changed, or is no longer enough. */
export function paidForOldEmail(settings: Settings, order: OrderRow): Email {
  const text = textsOf(order);
  return toRenter(order, "order_dates_gone", {
    subject: text.paidLate(order.orderNumber),
    blocks: [say(text.paidForOldBody), factsOf(order), toCars(settings, text.again)],
  });
}

/** When the first payment of a booking came too late for its dates. */
export function paidLateEmail(settings: Settings, order: OrderRow): Email {
  const text = textsOf(order);
  return toRenter(order, "order_dates_gone", {
    subject: text.paidLate(order.orderNumber),
    blocks: [say(text.paidLateBody), factsOf(order), toCars(settings, text.again)],
  });
}
