import type { Order } from "#contract/orders.ts";
import type { OrderMoneyShown } from "#contract/payments.ts";
import { formatMoney } from "#domain/money.ts";
import { type DeclineReason, hostAnswersWithin } from "#domain/orders/host-requests.ts";
import { answerWithin, inHours } from "#domain/orders/lifecycle.ts";
import type { RefundStatus } from "#domain/payments/payments.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire, showMoney } from "#web/ui/format/money.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { sentences } from "#web/ui/format/sentences.ts";

/** Whether the car's host has said yes, and the renter's first payment confirms the order. */
export const isAwaitingPayment = ({ status, host }: Pick<Order, "status" | "host">): boolean =>
  status === "pending" && host?.outcome === "accepted";

/** A host's yes may ask for the first payment before the order is confirmed; a plan's order may get a host's car. */
export const asksAfterYes = ({ host, source }: Pick<Order, "host" | "source">): boolean =>
  host !== undefined || source === "plan";

/** When the first payment of a pending order is due. */
export function whenToPay(order: Order): string {
  if (isAwaitingPayment(order)) return m.order_next_pay_accepted();
  return asksAfterYes(order) ? m.order_next_pay_after_yes() : m.order_next_pay();
}

export function orderHeading(order: Order): string {
  if (order.replacing) return m.replacement_title();
  if (isAwaitingPayment(order)) return m.order_heading_accepted();
  switch (order.status) {
    case "pending":
      return order.source === "plan" ? m.order_heading_plan() : m.order_heading_request();
    case "confirmed":
      return m.order_heading_confirmed();
    case "in_progress":
      return m.order_heading_in_progress();
    case "completed":
      return m.order_heading_completed();
    case "cancelled":
      return m.order_heading_cancelled();
  }
}

/** The order's state in a sentence or two, and what its renter has to do; `money` if the reader may know it. */
export function orderLead(order: Order, money: OrderDebt | undefined): string {
  switch (order.status) {
    case "pending":
      if (isAwaitingPayment(order)) return acceptedLead(money);
      return order.emailConfirmed ? pendingLead(order) : unconfirmedLead(order);
    case "confirmed":
      return m.order_lead_confirmed();
    case "in_progress":
      return m.order_lead_in_progress();
    case "completed":
      return m.order_lead_completed();
    case "cancelled":
      return sentences(...hostLead(order), cancelledLead(money));
  }
}

type OrderDebt = Pick<OrderMoneyShown, "refunds" | "leftToPay" | "payUntil">;

const acceptedLead = (money: OrderDebt | undefined): string =>
  money?.payUntil
    ? m.order_lead_accepted_until({ moment: showMomentInLosAngeles(money.payUntil) })
    : m.order_lead_accepted();

const reasons: Record<DeclineReason, () => string> = {
  dates: m.order_reason_dates,
  repair: m.order_reason_repair,
  notice: m.order_reason_notice,
  length: m.order_reason_length,
  other: m.order_reason_other,
};

/** Why an order ended, if the host of its car declined it or didn't answer. */
function hostLead({ host }: Pick<Order, "host">): string[] {
  if (host?.outcome === "lapsed") return [m.order_lead_lapsed()];
  if (host?.outcome !== "declined" || !host.reason) return [];
  const { reason, words } = host;
  return [
    m.order_lead_declined({ reason: reasons[reason]() }),
    ...(words ? [m.order_lead_declined_words({ words })] : []),
  ];
}

function cancelledLead(money: OrderDebt | undefined): string {
  if (!money) return m.order_lead_cancelled();
  const { leftToPay, refunds } = money;
  if (Number(leftToPay) > 0) return m.order_lead_cancelled_owed({ amount: showMoney(leftToPay) });
  const sumOf = (which: RefundStatus) =>
    refunds
      .filter(({ status }) => status === which)
      .reduce((sum, { amount }) => sum + centsFromWire(amount), 0);
  const [coming, checked] = [sumOf("approved"), sumOf("awaiting_approval")];
  const shown = (amount: number) => formatMoney(amount, currentLanguage());
  if (checked > 0 && coming === 0) return m.order_lead_cancelled_check({ amount: shown(checked) });
  if (checked > 0)
    return m.order_lead_cancelled_refund_check({ amount: shown(coming), checked: shown(checked) });
  return coming > 0 ? m.order_lead_cancelled_refund({ amount: shown(coming) }) : m.order_lead_cancelled();
}

/** The words of the button that prints the page: a canceled order's page isn't a confirmation. */
export const printWords = ({ status }: Pick<Order, "status">): string =>
  status === "cancelled" ? m.order_print_page() : m.order_print();

function pendingLead(order: Order): string {
  const { source, heldUntil, expiresAt, waitsWithoutHold, customerEmail: email } = order;
  if (waitsWithoutHold && expiresAt) {
    const waiting = order.host ? m.order_lead_host_waiting : m.order_lead_waiting;
    return waiting({ email, moment: showMomentInLosAngeles(expiresAt) });
  }
  if (source !== "plan" && !heldUntil)
    return order.host ? m.order_phase_pending_host() : m.order_phase_pending_car();
  const held = order.host ? m.order_lead_host : m.order_lead_held;
  return heldUntil
    ? held({ email, moment: showMomentInLosAngeles(heldUntil) })
    : m.order_lead_plan({ email });
}

function unconfirmedLead(order: Order): string {
  const { source, heldUntil, confirmable, customerEmail: email, host, expiresAt } = order;
  const hours = inHours(host ? hostAnswersWithin : answerWithin.request);
  if (source === "plan" && expiresAt) {
    const moment = showMomentInLosAngeles(expiresAt);
    return confirmable
      ? m.order_lead_press_plan({ moment })
      : m.order_lead_confirm_email_plan({ email, moment });
  }
  // A plan's order with a car doesn't expire. The host of that car is asked once the email address is confirmed.
  if (source === "plan") return host ? m.order_lead_host_plan({ email }) : pendingLead(order);
  if (!heldUntil && host)
    return confirmable
      ? m.order_lead_host_press({ hours })
      : m.order_lead_host_confirm_email({ email, hours });
  if (!heldUntil)
    return confirmable
      ? m.order_lead_press_unheld({ hours })
      : m.order_lead_confirm_email_unheld({ email, hours });
  const moment = showMomentInLosAngeles(heldUntil);
  if (host)
    return confirmable
      ? m.order_lead_host_press_held({ moment, hours })
      : m.order_lead_host_confirm_email_held({ email, moment, hours });
  return confirmable
    ? m.order_lead_press_held({ moment, hours })
    : m.order_lead_confirm_email_held({ email, moment, hours });
}
