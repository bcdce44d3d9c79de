import { brand } from "#domain/brand.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import { minute } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { Calendar } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";

const halfAnHour = 30 * minute;

/** The status of an order's entries in a calendar. */
const entryStatuses = {
  pending: "TENTATIVE",
  confirmed: "CONFIRMED",
  in_progress: "CONFIRMED",
  completed: "CONFIRMED",
  cancelled: "CANCELLED",
} as const satisfies Record<OrderStatus, string>;

/**
 * The appointments of an order's pickup and return, half an hour each, at Los Angeles's times. A later file of the
 * same order has a higher number, so that a calendar changes its entries, and removes them when the order is
 * cancelled.
 */
export function appointments(order: OrderRow, { say, language }: Pen): Calendar {
  const stamp = Date.now();
  const status = entryStatuses[order.status];
  const car = (order.carName && carNameIn(order.carName, language)) ?? brand.name[language];
  const location = order.pickupLocation || order.location || "";
  const event = (kind: string, start: number, summary: string) =>
    ({
      uid: `${order.id}-${kind}`,
      sequence: Math.max(0, Math.floor((stamp - order.createdAt.getTime()) / 1000)),
      stamp,
      status,
      start,
      end: start + halfAnHour,
      summary,
      location,
    }) as const;
  const pickup = instantInLosAngeles(order.pickupDate, order.pickupTime);
  const giveBack = instantInLosAngeles(order.returnDate, order.returnTime);
  return {
    filename: `${order.orderNumber}.ics`,
    method: status === "CANCELLED" ? "CANCEL" : "PUBLISH",
    events: [
      event("pickup", pickup, say(m.email_order_calendar_pickup, { car })),
      event("return", giveBack, say(m.email_order_calendar_return, { car })),
    ],
  };
}
