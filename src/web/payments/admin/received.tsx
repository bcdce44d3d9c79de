import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { formatDate } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { methodName } from "#web/payments/payment-words.ts";
import styles from "#web/payments/payments.module.css";
import { showMoney } from "#web/ui/format/money.ts";

/** What came in for an order, how and when, and who recorded it. */
export function Received({ payments }: Pick<AdminOrderMoney, "payments">) {
  if (payments.length === 0) return null;
  return (
    <ul className={styles.list}>
      {payments.map(({ id, amount, method, paidOn, reference, by }) => (
        <li key={id}>
          <div>
            {m.payments_received({
              date: paidOn ? formatDate(paidOn, currentLanguage()) : "",
              method: methodName(method),
            })}
            <span>{[reference, by].filter(Boolean).join(" · ")}</span>
          </div>
          <b className="num">{showMoney(amount)}</b>
        </li>
      ))}
    </ul>
  );
}
