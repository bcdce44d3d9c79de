import type { IsoDate } from "#domain/dates.ts";
import type { Config } from "#server/config.ts";
import { facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import { penFor } from "#server/mail/pen.ts";
import { openOrder, toAdmins } from "#server/mail/to-admins.ts";
import { toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import { type Reader, writeEmail } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { atHost, orderAndCar } from "./emails.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;

const overdueWords = {
  1: { subject: m.email_order_overdue_first_subject, body: m.email_order_overdue_first_body },
  3: { subject: m.email_order_overdue_third_subject, body: m.email_order_overdue_third_body },
};
const earlierOverdueWords = {
  1: { subject: m.email_order_overdue_first_subject, body: m.email_order_overdue_earlier_first_body },
  3: { subject: m.email_order_overdue_third_subject, body: m.email_order_overdue_earlier_third_body },
};

type Overdue = {
  /** Days after the car was due back. */
  on: 1 | 3;
  /** Whether it is the rental's last car, or an earlier car. */
  which: "last" | "earlier";
  host?: Reader | undefined;
};

/**
 * On the first and the third day after a car was due back: to the renter, and on the first to its host and to
 * administrators. An earlier car's order comes with the car, the host and the last day that it had then.
 */
export function overdueEmails(settings: Settings, order: OrderRow, { on, which, host }: Overdue): Email[] {
  const { subject, body } = (which === "earlier" ? earlierOverdueWords : overdueWords)[on];
  const record = new URL(
    which === "earlier" ? `/dashboard/trips/${order.id}` : `/trip-complete/${order.id}?add=return`,
    settings.publicUrl.origin,
  ).href;
  // A renter without an account can't record the return: they write to us, and an administrator records it.
  const asks = order.accountId
    ? { how: m.email_order_overdue_how, see: m.email_order_overdue_link, at: record }
    : { how: m.email_order_overdue_how_visitor, see: m.email_order_see, at: orderAddress(settings, order) };
  const toTheirs = toRenter("order_overdue", order, (pen) => ({
    subject: pen.say(subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(body, { day: pen.day(order.returnDate) })),
      facts(orderAndCar(order, pen)),
      paragraph(pen.say(asks.how)),
      link(pen.say(asks.see), asks.at),
    ],
  }));
  if (on === 3) return [toTheirs];
  const toHost = host && [overdueHostEmail(settings, order, host)];
  return [toTheirs, overdueAdminEmail(settings, order), ...(toHost ?? [])];
}

const overdueHostEmail = (settings: Settings, order: OrderRow, host: Reader): Email =>
  writeEmail("host_order_overdue", host, (pen) => ({
    subject: pen.say(m.email_host_order_overdue_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_host_order_overdue_body, { day: pen.day(order.returnDate) })),
      facts(orderAndCar(order, pen)),
      paragraph(pen.say(m.email_host_order_overdue_next)),
      link(pen.say(m.email_host_order_see_trip), atHost(settings, order)),
    ],
  }));

/** To the host of a car whose renter has recorded the return, until the host or an administrator does. */
export const carOutEmail = (settings: Settings, order: OrderRow, recordedOn: IsoDate, host: Reader): Email =>
  writeEmail("host_order_car_out", host, (pen) => ({
    subject: pen.say(m.email_host_order_car_out_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(
        pen.say(m.email_host_order_car_out_body, {
          day: pen.day(recordedOn),
        }),
      ),
      facts(orderAndCar(order, pen)),
      paragraph(pen.say(m.email_host_order_car_out_next)),
      link(pen.say(m.email_host_order_see_trip), atHost(settings, order)),
    ],
  }));

const overdueAdminEmail = (settings: Settings, order: OrderRow): Email =>
  toAdmins(settings, {
    kind: "admin_order_overdue",
    subject: `Overdue: ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        `This car was due back on ${order.returnDate} and isn’t recorded as back. It can’t be booked until it is.`,
      ),
      facts([
        ...orderAndCar(order, penFor("en")),
        nameFact("Renter", order.customerName),
        ["Phone", order.customerPhone || "not given"],
      ]),
    ],
    opens: openOrder(order.id),
  });
