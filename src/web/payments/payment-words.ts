import type { OrderMoneyShown } from "#contract/payments.ts";
import { type InstalmentState, recordedMethods } from "#domain/payments/payments.ts";
import { m } from "#web/paraglide/messages.js";

/** How money came, in words; a provider's own name for a method stays as it is. */
export function methodName(method: string): string {
  const names: Record<(typeof recordedMethods)[number], () => string> = {
    cash: m.payments_method_cash,
    transfer: m.payments_method_transfer,
    cheque: m.payments_method_cheque,
    card_terminal: m.payments_method_card_terminal,
  };
  const known = recordedMethods.find((one) => one === method);
  return known ? names[known]() : method;
}

const states: Record<InstalmentState, { name: () => string; badge: string }> = {
  paid: { name: m.payments_state_paid, badge: "badge badge-good" },
  due: { name: m.payments_state_due, badge: "badge badge-pending" },
  overdue: { name: m.payments_state_overdue, badge: "badge badge-bad" },
  written_off: { name: m.payments_state_written_off, badge: "badge badge-plain" },
  upcoming: { name: m.payments_state_upcoming, badge: "badge badge-plain" },
};
export const stateOf = ({ state }: OrderMoneyShown["instalments"][number]) => states[state];
