import type { OrderMoneyShown } from "#contract/payments.ts";
import type { RefundStatus } from "#domain/payments/payments.ts";
import { providerName, type ProviderName, providerRow } from "#domain/payments/providers.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { methodName } from "./payment-words.ts";
import styles from "./payments.module.css";

/** Payments and refunds, each with its day. */
export function Moved({ money: { payments, takenBack, refunds } }: { money: OrderMoneyShown }) {
  const day = (date: string | null) => (date ? showDate(date) : "");
  return (
    <ul className={styles.list}>
      {payments.map(({ id, amount, method, paidOn }) => (
        <li key={id}>
          <span>{m.payments_received({ date: day(paidOn), method: methodName(method) })}</span>
          <b className="num">{showMoney(amount)}</b>
        </li>
      ))}
      {takenBack.map(({ id, amount, on, provider }) => (
        <li key={id}>
          <span>{takenBackWords(provider, day(on))}</span>
          <b className="num">{showMoney(`-${amount}`)}</b>
        </li>
      ))}
      {refunds.map(({ id, amount, status, paidOn }) => (
        <li key={id}>
          <span>{refundWords({ status, date: paidOn && day(paidOn) })}</span>
          <b className="num">{showMoney(`-${amount}`)}</b>
        </li>
      ))}
    </ul>
  );
}

const takenBackWords = (provider: ProviderName, date: string): string =>
  providerRow(provider).takesBack === "bank"
    ? m.payments_taken_back({ date })
    : m.payments_taken_back_provider({ provider: providerName(provider), date });

/** The state of a refund, for its renter. */
function refundWords({ status, date }: { status: RefundStatus; date: string | null }): string {
  if (date) return m.payments_refunded({ date });
  return status === "awaiting_approval" ? m.payments_refund_checked() : m.payments_to_refund();
}
