import { carNameIn } from "#domain/cars/brand-names.ts";
import type { DeclineReason } from "#domain/orders/host-requests.ts";
import { type Fact, link, paragraph } from "#server/mail/blocks.ts";
import type { Block, Email } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { requestAnswerHours } from "./received.ts";
import { settledBlocks } from "./settled.ts";
import {
  factsOf,
  linkToCars,
  isEmailConfirmed,
  type OrderEmailFacts,
  seeOrder,
  type Settings,
  orderToRenter,
} from "./order-to-renter.ts";

/** Sent when an order expired without an answer or a confirmed address. A reopened order may be partly paid. */
export const expiredEmail = (
  settings: Settings,
  order: OrderRow,
  { settlement, similarCars = [] }: OrderEmailFacts,
): Email =>
  orderToRenter("order_expired", order, (pen) => ({
    subject: pen.say(m.email_order_expired_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(expiredWords(order, pen)),
      ...settledBlocks(pen, settlement),
      factsOf(settings, order, pen),
      similarCars.length > 0 && paragraph(pen.say(m.email_order_similar_lead)),
      ...similarLinks(settings, order, similarCars, pen),
      linkToCars(settings, pen),
    ],
  }));

const reasons = {
  dates: m.email_order_declined_dates,
  repair: m.email_order_declined_repair,
  notice: m.email_order_declined_notice,
  length: m.email_order_declined_length,
  other: m.email_order_declined_other,
} satisfies Record<DeclineReason, unknown>;

/** Sent when the car's host has declined: why, and up to three similar cars that are free on those dates. */
export function declinedEmail(
  settings: Settings,
  order: OrderRow,
  { settlement, similarCars = [] }: OrderEmailFacts,
): Email {
  const { declineReason, declineWords } = order;
  return orderToRenter("order_declined", order, (pen) => ({
    subject: pen.say(m.email_order_declined_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_order_declined_body)),
      ...settledBlocks(pen, settlement),
      factsOf(settings, order, pen, [
        ...(declineReason ? [[pen.say(m.email_reason), pen.say(reasons[declineReason])] satisfies Fact] : []),
        ...(declineWords ? [[pen.say(m.email_order_host_says), declineWords] satisfies Fact] : []),
      ]),
      similarCars.length > 0 && paragraph(pen.say(m.email_order_similar_lead)),
      ...similarLinks(settings, order, similarCars, pen),
      linkToCars(settings, pen),
    ],
  }));
}

/** Cars that are offered in place of an order's, each on its page with the same dates. */
function similarLinks(
  { publicUrl }: Settings,
  { pickupDate, returnDate, language }: OrderRow,
  similarCars: NonNullable<OrderEmailFacts["similarCars"]>,
  { say }: Pen,
): Block[] {
  const dates = new URLSearchParams({ pickupDate, returnDate }).toString();
  return similarCars.map(({ id, name }) =>
    link(
      say(m.email_order_similar, { name: carNameIn(name, language) }),
      new URL(`/cars/${id}?${dates}`, publicUrl.origin).href,
    ),
  );
}

function expiredWords(order: OrderRow, { say }: Pen): string {
  if (order.hostAnswer === "lapsed") return say(m.email_order_expired_host);
  if (!isEmailConfirmed(order)) return say(m.email_order_expired_unconfirmed, { hours: requestAnswerHours });
  if (order.source === "plan") return say(m.email_order_expired_plan);
  return say(m.email_order_expired_body, { hours: requestAnswerHours });
}

/** Sent the day before a plan order ends that nobody has confirmed. */
export const planEndingEmail = (settings: Settings, order: OrderRow, endsAt: number): Email =>
  orderToRenter("plan_ending", order, (pen) => ({
    subject: pen.say(m.email_plan_ending_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_plan_ending_body, { until: pen.moment(endsAt) })),
      factsOf(settings, order, pen),
      seeOrder(settings, order, pen),
    ],
  }));

/**
 * Sent when another order had taken the dates before the address was confirmed: when the car is available next,
 * and similar cars.
 */
export function datesGoneEmail(
  settings: Settings,
  order: OrderRow,
  { nextFree = [], similarCars = [] }: OrderEmailFacts,
): Email {
  const { orderNumber: number } = order;
  return orderToRenter("order_dates_gone", order, (pen) => ({
    subject: pen.say(m.email_order_dates_gone_subject, { number }),
    blocks: [
      paragraph(pen.say(m.email_order_dates_gone_body)),
      factsOf(
        settings,
        order,
        pen,
        nextFree.map((free) => freeFact(free, pen)),
      ),
      ...similarLinks(settings, order, similarCars, pen),
      linkToCars(settings, pen),
    ],
  }));
}

const freeFact = ({ from, until }: { from: string; until: string | null }, { say, day }: Pen): Fact => [
  say(m.email_order_next_free),
  until
    ? say(m.email_order_range, { from: day(from), to: day(until) })
    : say(m.email_order_from, { date: day(from) }),
];
