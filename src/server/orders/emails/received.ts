import { hostAnswersWithin, isForHost } from "#domain/orders/host-requests.ts";
import {
  answerWithin,
  confirmWithin,
  inHours,
  isAwaited,
  unconfirmedHold,
} from "#domain/orders/lifecycle.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import type { MoneySummary } from "#server/ledger/money-summary.ts";
import { link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { keyAddress, orderAddress } from "#server/mail/order-address.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import {
  factsOf,
  isEmailConfirmed,
  practical,
  type Settings,
  orderToRenter,
  whatToBring,
} from "./order-to-renter.ts";

export const requestAnswerHours = inHours(answerWithin.request);
const nothingAsked = { standing: [], on: "" };

/**
 * Sent right after the order: what was received or, by telephone, confirmed; its price; and, unless the order is
 * an account's own, the link with the key that shows it, confirms its address and cancels it.
 */
export function receivedEmail(
  settings: Settings,
  order: OrderRow,
  key: string | undefined,
  summary: Pick<MoneySummary, "standing" | "on"> = nothingAsked,
): Email {
  const number = order.orderNumber;
  const address = addressOf(settings, order, key);
  if (!isEmailConfirmed(order))
    return orderToRenter("order_received", order, (pen) => ({
      subject: pen.say(m.email_order_confirm_subject, { number }),
      blocks: [
        paragraph(unconfirmedWords(order, pen)),
        factsOf(settings, order, pen),
        whatToBring(order, pen),
        link(pen.say(m.email_order_confirm_link), address),
        paragraph(
          pen.say(order.source === "plan" ? m.email_order_confirm_ignore_plan : m.email_order_confirm_ignore),
        ),
      ],
    }));
  const isConfirmed = order.status === "confirmed";
  return orderToRenter("order_received", order, (pen) => ({
    subject: pen.say(isConfirmed ? m.email_order_confirmed_subject : m.email_order_received_subject, {
      number,
    }),
    blocks: [
      paragraph(isConfirmed ? pen.say(m.email_order_confirmed_body) : receivedWords(order, pen)),
      factsOf(settings, order, pen),
      ...practical(settings, order, pen, summary),
      link(pen.say(m.email_order_see_or_cancel), address),
      paragraph(pen.say(m.email_order_cancellation, { hours: freeCancellationHours })),
    ],
  }));
}

/** Sent after the address is confirmed: the whole order, until when the car is held, and who answers. */
export const addressConfirmedEmail = (
  settings: Settings,
  order: OrderRow,
  { key, isHosts }: { key: string | undefined; isHosts: boolean },
): Email =>
  orderToRenter("order_address_confirmed", order, (pen) => ({
    subject: pen.say(m.email_order_address_confirmed_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(receivedWords(order, pen, isHosts)),
      factsOf(settings, order, pen),
      ...practical(settings, order, pen, nothingAsked),
      link(pen.say(m.email_order_see_or_cancel), addressOf(settings, order, key)),
      paragraph(pen.say(m.email_order_cancellation, { hours: freeCancellationHours })),
    ],
  }));

/** Sent to a renter who wants the link to the order again. */
export const linkEmail = (settings: Settings, order: OrderRow, key: string): Email =>
  orderToRenter("order_link", order, (pen) => ({
    subject: pen.say(m.email_order_link_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_order_link_body)),
      factsOf(settings, order, pen),
      isAwaited(order.status) && whatToBring(order, pen),
      link(pen.say(m.email_order_see), keyAddress(settings, order, key)),
    ],
  }));

const addressOf = (settings: Settings, order: OrderRow, key: string | undefined): string =>
  key ? keyAddress(settings, order, key) : orderAddress(settings, order);

function unconfirmedWords(order: OrderRow, { say, moment }: Pen): string {
  const hours = requestAnswerHours;
  if (order.source === "plan") return say(m.email_order_confirm_plan, { hours: inHours(confirmWithin) });
  if (isForHost(order) && (order.lacksHold || order.holdEndsAt))
    return say(order.lacksHold ? m.email_order_confirm_host_unheld : m.email_order_confirm_host_held, {
      until: moment(order.holdEndsAt),
      hours: inHours(hostAnswersWithin),
    });
  if (order.lacksHold) return say(m.email_order_confirm_unheld, { hours });
  return order.holdEndsAt
    ? say(m.email_order_confirm_held, {
        until: moment(order.holdEndsAt),
        held: inHours(unconfirmedHold),
        hours,
      })
    : say(m.email_order_confirm_other);
}

function receivedWords(order: OrderRow, { say, moment }: Pen, isHosts = isForHost(order)): string {
  if (order.source === "plan") return say(m.email_order_received_plan);
  const until = moment(order.expiresAt);
  if (isHosts)
    return say(order.lacksHold ? m.email_order_received_host_unheld : m.email_order_received_host, { until });
  return say(order.lacksHold ? m.email_order_received_unheld : m.email_order_received_car, { until });
}
