import type { OrderMoneyShown } from "#contract/payments.ts";
import type { ChargeCategory } from "#domain/charges/categories.ts";
import type { ChargeFailure } from "#domain/payments/failures.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";

const reasons: Record<ChargeFailure, () => string> = {
  bank: m.payments_failed_bank,
  funds: m.payments_failed_funds,
  expired: m.payments_failed_expired,
  gone: m.payments_failed_gone,
  unanswered: m.payments_failed_unanswered,
  declined: m.payments_failed_declined,
};

const sentences: Record<ChargeCategory, (values: { amount: string; method: string }) => string> = {
  extra_miles: m.payments_failed_extra_miles,
  late_days: m.payments_failed_late_days,
  damage: m.payments_failed_damage,
  tolls: m.payments_failed_tolls,
  cleaning: m.payments_failed_cleaning,
};

/** A charge of the saved payment method failed: for what, why, what we do next, and how to solve it. */
export function FailedCharge({ failedCharge, isNothingSaved }: OrderMoneyShown) {
  if (!failedCharge) return null;
  const { amount, method, why, category, nextOn } = failedCharge;
  const values = { amount: showMoney(amount), method };
  return (
    <Notice kind="bad">
      <b>{category ? sentences[category](values) : m.payments_failed(values)}</b>
      <p>{reasons[why]()}</p>
      <p>{nextOn ? m.payments_failed_again({ date: showDate(nextOn) }) : m.payments_failed_last()}</p>
      <p>{isNothingSaved ? m.payments_failed_pay() : m.payments_failed_mend()}</p>
    </Notice>
  );
}
