import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { mergedTaxes, sumOf } from "#domain/pricing/instalments.ts";
import type { MoneySummary } from "#server/ledger/money-summary.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { settledBlocks } from "./settled.ts";
import {
  factsOf,
  type OrderEmailFacts,
  practical,
  seeOrder,
  type Settings,
  orderToRenter,
  whatToBring,
} from "./order-to-renter.ts";

const statusWords = {
  pending: {
    kind: "order_pending",
    subject: m.email_order_pending_subject,
    body: m.email_order_pending_body,
  },
  confirmed: {
    kind: "order_confirmed",
    subject: m.email_order_confirmed_subject,
    body: m.email_order_confirmed_body,
  },
  in_progress: {
    kind: "order_in_progress",
    subject: m.email_order_in_progress_subject,
    body: m.email_order_in_progress_body,
  },
  completed: {
    kind: "order_completed",
    subject: m.email_order_completed_subject,
    body: m.email_order_completed_body,
  },
  cancelled: {
    kind: "order_cancelled",
    subject: m.email_order_cancelled_subject,
    body: m.email_order_cancelled_body,
  },
} as const satisfies Record<OrderStatus, unknown>;

/** When an administrator has moved the order on. */
export function statusEmail(
  settings: Settings,
  order: OrderRow,
  reason: string | undefined,
  summary: MoneySummary,
): Email {
  const { kind, subject, body } = statusWords[order.status];
  const kept = summary.standing.filter(({ lines }) => lines.some((line) => line.kind === "kept"));
  return orderToRenter(kind, order, (pen) => ({
    subject: pen.say(subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(body)),
      ...settledBlocks(pen, {
        kept: sumOf(kept),
        keptTaxes: mergedTaxes(kept.flatMap(({ lines }) => lines)),
        refund: summary.toRefund,
        toCheck: summary.toCheck,
        refundTaxes: summary.refundTaxes,
      }),
      factsOf(settings, order, pen, reason ? [[pen.say(m.email_reason), reason]] : []),
      order.status === "confirmed" && practical(settings, order, pen, summary),
      seeOrder(settings, order, pen),
    ],
  }));
}

/** Sent when a plan order has got its car, or when another order has got another car. */
export const assignedEmail = (settings: Settings, order: OrderRow): Email =>
  orderToRenter("order_car", order, (pen) => ({
    subject: pen.say(m.email_order_car_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(order.tier ? m.email_order_car_body : m.email_order_car_other_body)),
      factsOf(settings, order, pen),
      whatToBring(order, pen),
      seeOrder(settings, order, pen),
    ],
  }));

/** After the renter cancelled. */
export const cancelledEmail = (settings: Settings, order: OrderRow, { settlement }: OrderEmailFacts): Email =>
  orderToRenter("order_cancelled", order, (pen) => ({
    subject: pen.say(m.email_order_cancelled_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(
        pen.say(
          settlement?.wasPaid ? m.email_order_cancelled_by_renter_paid : m.email_order_cancelled_by_renter,
        ),
      ),
      ...settledBlocks(pen, settlement),
      factsOf(settings, order, pen),
      seeOrder(settings, order, pen),
    ],
  }));
