import { formatMoment } from "#domain/local-time.ts";
import type { Config } from "#server/config.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { factsOf, howToPay, textsOf, toRenter } from "./to-renter.ts";

type Settings = Pick<Config, "publicUrl" | "paymentInstructions" | "stripe" | "paypal">;

const say = (text: string): Block => ({ kind: "paragraph", text });
const toCars = ({ publicUrl }: Settings, text: string): Block => ({
  kind: "link",
  text,
  url: new URL("/cars", publicUrl.origin).href,
});

/** A booking that nobody paid for tells that it ends; and that it has ended. */
export function unpaidEmail(settings: Settings, order: OrderRow, { endsAt }: { endsAt: number }): Email {
  const text = textsOf(order);
  return toRenter(order, "booking_unpaid", {
    subject: text.unpaid(order.orderNumber),
    blocks: [
      say(text.unpaidBody(formatMoment(endsAt, order.language))),
      say(howToPay(settings, order)),
      { kind: "link", text: text.seeTrip, url: orderAddress(settings, order) },
    ],
  });
}

export function endedUnpaidEmail(settings: Settings, order: OrderRow): Email {
  const text = textsOf(order);
  return toRenter(order, "booking_ended_unpaid", {
    subject: text.endedUnpaid(order.orderNumber),
    hasCalendar: true,
    blocks: [say(text.endedUnpaidBody), factsOf(order), toCars(settings, text.again)],
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
