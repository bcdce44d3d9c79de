import { carNameIn } from "#domain/cars/brand-names.ts";
import { type Fact, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { answerHours } from "./received.ts";
import { settledBlocks } from "./settled.ts";
import {
  factsOf,
  findCar,
  isEmailConfirmed,
  type LostDates,
  seeOrder,
  type Settings,
  toRenter,
} from "./to-renter.ts";

/** When nobody answered in time, or nobody confirmed the address; of one that was set back to wait, some may be paid. */
export const expiredEmail = (settings: Settings, order: OrderRow, { settlement }: LostDates): Email =>
  toRenter("order_expired", order, (pen) => ({
    subject: pen.say(m.email_order_expired_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(expiredWords(order, pen)),
      ...settledBlocks(pen, settlement),
      factsOf(settings, order, pen),
      findCar(settings, pen),
    ],
  }));

function expiredWords(order: OrderRow, { say }: Pen): string {
  if (order.source === "plan") return say(m.email_order_expired_plan);
  return say(isEmailConfirmed(order) ? m.email_order_expired_body : m.email_order_expired_unconfirmed, {
    hours: answerHours,
  });
}

/** The day before a plan order ends for which nobody has chosen a car. */
export const planEndingEmail = (settings: Settings, order: OrderRow, endsAt: number): Email =>
  toRenter("plan_ending", order, (pen) => ({
    subject: pen.say(m.email_plan_ending_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_plan_ending_body, { until: pen.moment(endsAt) })),
      factsOf(settings, order, pen),
      seeOrder(settings, order, pen),
    ],
  }));

/**
 * When the dates were gone at the moment the address was confirmed: when the car is available next, and its
 * like.
 */
export function datesGoneEmail(
  settings: Settings,
  order: OrderRow,
  { nextFree = [], similarCars = [] }: LostDates,
): Email {
  const { pickupDate, returnDate, orderNumber: number } = order;
  const dates = new URLSearchParams({ pickupDate, returnDate }).toString();
  const carAddress = (id: string): string => new URL(`/cars/${id}?${dates}`, settings.publicUrl.origin).href;
  return toRenter("order_dates_gone", order, (pen) => ({
    subject: pen.say(m.email_order_dates_gone_subject, { number }),
    blocks: [
      paragraph(pen.say(m.email_order_dates_gone_body)),
      factsOf(
        settings,
        order,
        pen,
        nextFree.map((free) => freeFact(free, pen)),
      ),
      ...similarCars.map(({ id, name }) =>
        link(pen.say(m.email_order_similar, { name: carNameIn(name, order.language) }), carAddress(id)),
      ),
      findCar(settings, pen),
    ],
  }));
}

const freeFact = ({ from, until }: { from: string; until: string | null }, { say, day }: Pen): Fact => [
  say(m.email_order_next_free),
  until
    ? say(m.email_order_range, { from: day(from), to: day(until) })
    : say(m.email_order_from, { date: day(from) }),
];
