import type { AuditAction } from "#domain/audit/audited-actions.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { m } from "#web/paraglide/messages.js";

/** Actions with a detail: `to` is the amount of money, or the kind of record that was made of the car. */
const fuller = {
  charge_proposed: (amount: string) => m.charges_admin_was_proposed({ amount: showMoney(amount) }),
  payment: (amount: string) => m.admin_pay_was_recorded({ amount: showMoney(amount) }),
  payment_taken_back: (amount: string) => m.admin_pay_was_payment_taken_back({ amount: showMoney(amount) }),
  payment_moved: (amount: string) => m.admin_pay_was_payment_moved({ amount: showMoney(amount) }),
  correction_approved: (amount: string) => m.admin_pay_was_correction_approved({ amount: showMoney(amount) }),
  correction_approved_alone: (amount: string) =>
    m.admin_pay_was_correction_approved_alone({ amount: showMoney(amount) }),
  correction_declined: (amount: string) => m.admin_pay_was_correction_declined({ amount: showMoney(amount) }),
  refund_bounced: (amount: string) => m.admin_pay_was_bounced({ amount: showMoney(amount) }),
  refund_by_provider: (amount: string) => m.admin_pay_was_by_provider({ amount: showMoney(amount) }),
  credit_returned: (amount: string) => m.admin_pay_was_credit_returned({ amount: showMoney(amount) }),
  refund: (amount: string) => m.admin_pay_refund_requested({ amount: showMoney(amount) }),
  refund_approved: (amount: string) => m.admin_pay_was_approved({ amount: showMoney(amount) }),
  refund_approved_alone: (amount: string) => m.admin_pay_was_approved_alone({ amount: showMoney(amount) }),
  refund_declined: (amount: string) => m.admin_pay_was_declined({ amount: showMoney(amount) }),
  write_off: (amount: string) => m.admin_pay_was_write_off({ amount: showMoney(amount) }),
  write_off_written: (amount: string) => m.admin_pay_was_written_off({ amount: showMoney(amount) }),
  write_off_approved_alone: (amount: string) =>
    m.admin_pay_was_written_off_alone({ amount: showMoney(amount) }),
  write_off_declined: (amount: string) => m.admin_pay_was_write_off_declined({ amount: showMoney(amount) }),
  write_off_taken_back: (amount: string) => m.admin_pay_was_taken_back({ amount: showMoney(amount) }),
  kept_waived: (amount: string) => m.admin_pay_was_kept_waived({ amount: showMoney(amount) }),
  refund_withdrawn: (amount: string) => m.admin_pay_was_refund_withdrawn({ amount: showMoney(amount) }),
  chargeback_open: (amount: string) => m.admin_pay_was_chargeback_open({ amount: showMoney(amount) }),
  chargeback_under_review: (amount: string) =>
    m.admin_pay_was_chargeback_under_review({ amount: showMoney(amount) }),
  chargeback_won: (amount: string) => m.admin_pay_was_chargeback_won({ amount: showMoney(amount) }),
  chargeback_lost: (amount: string) => m.admin_pay_was_chargeback_lost({ amount: showMoney(amount) }),
  refund_paid: (amount: string) => m.admin_pay_was_given_back({ amount: showMoney(amount) }),
  condition_record: (kind: string) =>
    kind === "return" ? m.condition_admin_return_recorded() : m.condition_admin_pickup_recorded(),
} satisfies { [Action in AuditAction<"order">]?: (to: string) => string };

/** Every other action on an order, except a change of its status, which has words of its own. */
type PlainAction = Exclude<AuditAction<"order">, keyof typeof fuller | "status">;

/** The words for actions on an order that have no detail and don't change its status. */
const plain: Record<PlainAction, () => string> = {
  placed: m.admin_orders_was_placed,
  moved_in: m.admin_orders_was_moved_in,
  deleted: m.admin_orders_was_deleted,
  car: m.admin_orders_was_given_car,
  host_accepted: m.admin_orders_host_has_accepted,
  host_declined: m.admin_orders_host_was_declined,
  host_silent: m.admin_orders_host_was_silent,
  pickup_denied: m.audit_order_pickup_denied,
  pickup_denial_dismissed: m.audit_order_pickup_denial_dismissed,
  pickup_denial_upheld: m.audit_order_pickup_denial_upheld,
  return_denied: m.audit_order_return_denied,
  email_confirmed: m.admin_orders_was_confirmed_email,
  email_denied: m.admin_orders_was_denied_email,
  insurance_proof_verified: m.admin_papers_proof_was_verified,
  insurance_proof_declined: m.admin_papers_proof_was_declined,
  handover_override: m.condition_admin_override,
  car_back: m.condition_admin_car_back,
  repair_days: m.repair_admin_recorded,
  repair_days_taken_back: m.repair_admin_taken_back,
  days_freed: m.kept_days_freed,
  driver_named: m.drivers_admin_named,
  driver_removed: m.drivers_admin_removed,
  driver_agreed: m.drivers_admin_agreed,
  driver_refused: m.drivers_admin_refused,
  handover_changed: m.changes_admin_handover,
  rental_extended: m.changes_admin_extended,
  rental_shortened: m.changes_admin_shortened,
  dates_changed: m.changes_admin_dates,
  extension_asked: m.changes_admin_days_requested,
  extension_declined: m.changes_admin_declined,
  extension_withdrawn: m.changes_admin_withdrawn,
  extension_lapsed: m.changes_admin_lapsed,
  pickup_lapsed: m.changes_admin_change_lapsed,
  pickup_withdrawn: m.changes_admin_change_withdrawn,
  pickup_declined: m.changes_admin_change_declined,
  pickup_asked: m.changes_admin_change_requested,
  dates_lapsed: m.changes_admin_change_lapsed,
  dates_withdrawn: m.changes_admin_change_withdrawn,
  dates_declined: m.changes_admin_change_declined,
  dates_asked: m.changes_admin_change_requested,
  swap_offered: m.changes_admin_was_offered,
  ended: m.changes_admin_ended,
  ending_asked: m.changes_admin_ending_requested,
  replacement_agreed: m.changes_admin_replacement_agreed,
  payout_flag_cleared: m.changes_admin_flag_cleared,
  car_swapped: m.changes_admin_was_swapped,
  swap_declined: m.changes_admin_offer_was_declined,
  swap_withdrawn: m.changes_admin_offer_was_withdrawn,
  swap_lapsed: m.changes_admin_offer_was_lapsed,
  agreement_accepted: m.documents_admin_was_accepted,
  charged_again: m.admin_pay_was_charged_again,
  difference_closed: m.finance_was_difference_closed,
  provider_event_handled: m.finance_was_event_handled,
  payment_method_removed: m.admin_pay_method_was_removed,
  charge_accepted: m.charges_admin_was_accepted,
  charge_contested: m.charges_admin_was_contested,
  charge_decided: m.charges_admin_was_decided,
  charge_decided_alone: m.charges_admin_was_decided,
  charge_withdrawn: m.charges_admin_was_withdrawn,
  review_reply: m.reviews_admin_replied,
  review_hidden: m.reviews_admin_hidden,
  own_decided_alone: m.admin_orders_was_own_alone,
  review_shown: m.reviews_admin_shown,
  ending_dismissed: m.changes_admin_ending_dismissed,
};

/** An entry of an order's trail in words. `to` is the amount of money, or the kind of a condition record. */
export function orderAction(action: string, to: string): string | undefined {
  if (isPlain(action)) return plain[action]();
  return isFuller(action) ? fuller[action](to) : undefined;
}

const isPlain = (action: string): action is PlainAction => Object.hasOwn(plain, action);
const isFuller = (action: string): action is keyof typeof fuller => Object.hasOwn(fuller, action);
