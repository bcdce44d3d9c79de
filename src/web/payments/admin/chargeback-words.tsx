import type { ChargebackShown } from "#contract/admin/chargebacks.ts";
import type { ChargebackReason, ChargebackState } from "#domain/payments/chargebacks.ts";
import { providerName } from "#domain/payments/providers.ts";
import { m } from "#web/paraglide/messages.js";

export const reasonNames: Record<ChargebackReason, () => string> = {
  fraud: m.chargebacks_reason_fraud,
  unrecognized: m.chargebacks_reason_unrecognized,
  not_received: m.chargebacks_reason_not_received,
  not_as_described: m.chargebacks_reason_not_as_described,
  duplicate: m.chargebacks_reason_duplicate,
  refund_missing: m.chargebacks_reason_refund_missing,
  cancelled: m.chargebacks_reason_cancelled,
  wrong_amount: m.chargebacks_reason_wrong_amount,
  bank: m.chargebacks_reason_bank,
  other: m.chargebacks_reason_other,
};

const states: Record<ChargebackState, { name: () => string; badge: string }> = {
  open: { name: m.chargebacks_state_open, badge: "badge badge-bad" },
  under_review: { name: m.chargebacks_state_under_review, badge: "badge badge-pending" },
  won: { name: m.chargebacks_state_won, badge: "badge badge-good" },
  lost: { name: m.chargebacks_state_lost, badge: "badge badge-plain" },
};

export function ChargebackBadge({ state }: { state: ChargebackState }) {
  return <span className={states[state].badge}>{states[state].name()}</span>;
}

/** A link to the provider's page for the evidence; nothing if the provider is no longer set up here. */
export function ProvidersPage({ chargeback: { href, state, provider } }: { chargeback: ChargebackShown }) {
  if (href === null) return null;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {state === "open" ? m.chargebacks_send() : m.chargebacks_see({ provider: providerName(provider) })}
    </a>
  );
}
