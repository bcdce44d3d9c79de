import type { Order } from "#contract/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";

export function orderHeading(order: Order): string {
  if (order.status === "pending")
    return order.source === "plan" ? m.order_heading_plan() : m.order_heading_request();
  if (order.status === "confirmed") return m.order_heading_confirmed();
  if (order.status === "in_progress") return m.order_heading_in_progress();
  return order.status === "completed" ? m.order_heading_completed() : m.order_heading_cancelled();
}

/** Where an order stands, in a sentence or two, and what its renter has to do. */
export function orderLead(order: Order): string {
  if (order.status === "confirmed") return m.order_lead_confirmed();
  if (order.status === "in_progress") return m.order_lead_in_progress();
  if (order.status === "completed") return m.order_lead_completed();
  if (order.status === "cancelled") return m.order_lead_cancelled();
  return order.emailConfirmed ? pendingLead(order) : unprovedLead(order);
}

function pendingLead({ source, heldUntil, customerEmail: email }: Order): string {
  if (source !== "plan" && !heldUntil) return m.order_phase_pending_car();
  return heldUntil
    ? m.order_lead_held({ email, moment: showMomentInLosAngeles(heldUntil) })
    : m.order_lead_plan({ email });
}

function unprovedLead({ source, heldUntil, confirmable, customerEmail: email }: Order): string {
  if (source === "plan") return confirmable ? m.order_lead_press_plan() : m.order_lead_prove_plan({ email });
  if (!heldUntil) return confirmable ? m.order_lead_press_unheld() : m.order_lead_prove_unheld({ email });
  const moment = showMomentInLosAngeles(heldUntil);
  return confirmable ? m.order_lead_press_held({ moment }) : m.order_lead_prove_held({ email, moment });
}
