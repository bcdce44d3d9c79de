import { carNameIn } from "#domain/cars/brand-names.ts";
import { formatDate } from "#domain/dates.ts";
import { formatMoment } from "#domain/local-time.ts";
import type { Email } from "#server/mail/email.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Fact } from "./facts.ts";
import { settledBlocks } from "./settled.ts";
import {
  factsOf,
  isEmailConfirmed,
  link,
  type LostDates,
  say,
  type Settings,
  textsOf,
  toRenter,
} from "./to-renter.ts";

/** When nobody answered in time, or nobody proved the address; of one that was set back to wait, some may be paid. */
export function expiredEmail(settings: Settings, order: OrderRow, { settlement }: LostDates): Email {
  const text = textsOf(order);
  return toRenter(order, "order_expired", {
    subject: text.expired(order.orderNumber),
    hasCalendar: true,
    blocks: [
      say(expiredWords(order)),
      ...settledBlocks(order, settlement),
      factsOf(order),
      link(text.again, new URL("/cars", settings.publicUrl.origin).href),
    ],
  });
}

function expiredWords(order: OrderRow): string {
  const text = textsOf(order);
  if (order.source === "plan") return text.planExpiredBody;
  return isEmailConfirmed(order) ? text.expiredBody : text.unconfirmedExpiredBody;
}

/** The day before a plan order ends for which nobody has chosen a car. */
export function planEndingEmail(settings: Settings, order: OrderRow, endsAt: number): Email {
  const text = textsOf(order);
  return toRenter(order, "plan_ending", {
    subject: text.planEnding(order.orderNumber),
    blocks: [
      say(text.planEndingBody(formatMoment(endsAt, order.language))),
      factsOf(order),
      link(text.see, orderAddress(settings, order)),
    ],
  });
}

/**
 * When the dates were gone at the moment the address was proved: when the car is available next, and its
 * like.
 */
export function datesGoneEmail(
  { publicUrl }: Settings,
  order: OrderRow,
  { nextFree = [], similarCars = [] }: LostDates,
): Email {
  const text = textsOf(order);
  const day = (date: string): string => formatDate(date, order.language);
  const free = nextFree.map(({ from, until }): Fact => [
    text.nextFree,
    until ? text.range(day(from), day(until)) : text.from(day(from)),
  ]);
  const { pickupDate, returnDate } = order;
  const carAddress = (id: string): string =>
    new URL(`/cars/${id}?${new URLSearchParams({ pickupDate, returnDate }).toString()}`, publicUrl.origin)
      .href;
  return toRenter(order, "order_dates_gone", {
    subject: text.datesGone(order.orderNumber),
    blocks: [
      say(text.datesGoneBody),
      factsOf(order, free),
      ...similarCars.map(({ id, name }) =>
        link(text.similar(carNameIn(name, order.language)), carAddress(id)),
      ),
      link(text.again, new URL("/cars", publicUrl.origin).href),
    ],
  });
}
