import { brand } from "#domain/brand.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { Calendar } from "#server/mail/email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { words } from "./facts.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";

const halfAnHour = 30 * 60_000;

/**
 * Handing over and giving back, half an hour each, at Los Angeles's times, as the order stands now. A later
 * file of the same order has a higher number, so that a calendar changes its entries, and takes them out when
 * the order is cancelled.
 */
export function appointments(order: OrderRow): Calendar {
  const { pickup, return: giveBack } = words[order.language];
  const stamp = Date.now();
  const isCancelled = order.status === "cancelled";
  const status = isCancelled ? "CANCELLED" : order.status === "pending" ? "TENTATIVE" : "CONFIRMED";
  const what = (order.carName && carNameIn(order.carName, order.language)) ?? brand.name[order.language];
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
  return {
    filename: `${order.orderNumber}.ics`,
    method: isCancelled ? "CANCEL" : "PUBLISH",
    events: [
      event("pickup", instantInLosAngeles(order.pickupDate, order.pickupTime), pickup(what)),
      event("return", instantInLosAngeles(order.returnDate, order.returnTime), giveBack(what)),
    ],
  };
}
