import type { ChargebackShown } from "#contract/admin/chargebacks.ts";
import { isUndecided } from "#domain/payments/chargebacks.ts";
import { providerName } from "#domain/payments/providers.ts";
import { m } from "#web/paraglide/messages.js";
import styles from "#web/payments/payments.module.css";
import { showMoment } from "#web/ui/format/moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { ChargebackBadge, ProvidersPage, reasonNames } from "./chargeback-words.tsx";

/** The chargebacks of an order's payments, each with its state. */
export function ChargebacksOf({ chargebacks }: { chargebacks: ChargebackShown[] }) {
  if (chargebacks.length === 0) return null;
  return (
    <ul className={styles.list}>
      {chargebacks.map((chargeback) => (
        <li key={chargeback.id}>
          <div>
            {m.chargebacks_what({
              provider: providerName(chargeback.provider),
              reason: reasonNames[chargeback.reason](),
            })}
            <span>{factsOf(chargeback).join(" · ")}</span>
            {isUndecided(chargeback.state) && <span>{m.chargebacks_held()}</span>}
            <ProvidersPage chargeback={chargeback} />
          </div>
          <div className={styles.sum}>
            <b className="num">{showMoney(`-${chargeback.amount}`)}</b>
            <ChargebackBadge state={chargeback.state} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function factsOf({ openedAt, evidenceDueAt, state, fee, owed }: ChargebackShown): string[] {
  return [
    m.chargebacks_opened({ when: showMoment(openedAt) }),
    ...(state === "open" && evidenceDueAt
      ? [m.chargebacks_send_by({ when: showMoment(evidenceDueAt) })]
      : []),
    ...(Number(fee) > 0 ? [m.chargebacks_fee({ amount: showMoney(fee) })] : []),
    ...(Number(owed) > 0 ? [m.chargebacks_owed({ amount: showMoney(owed) })] : []),
  ];
}
