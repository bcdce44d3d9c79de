import type { OrderMoneyShown } from "#contract/payments.ts";
import { chargeCategories } from "#domain/charges/categories.ts";
import { formatRange } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { stateOf } from "./payment-words.ts";
import styles from "./payments.module.css";

/** The instalments of an order, month by month, each with its state. */
export function InstalmentList({ instalments }: Pick<OrderMoneyShown, "instalments">) {
  const language = currentLanguage();
  return (
    <ol className={styles.list}>
      {instalments.map((instalment) => {
        const { number, startsOn, endsOn, dueOn, amount, paid, state, lines } = instalment;
        const isPart = state !== "paid" && Number(paid) > 0;
        return (
          <li key={`${number} ${lines[0]?.kind}`}>
            <div>
              <b>{beyondName(lines) ?? m.payments_month(formatRange(startsOn, endsOn, language))}</b>
              <span>
                {m.payments_due_on({ date: showDate(dueOn) })}
                {isPart && <> · {m.payments_part_paid({ paid: showMoney(paid) })}</>}
              </span>
            </div>
            <div className={styles.sum}>
              <b className="num">{showMoney(amount)}</b>
              <span className={stateOf(instalment).badge}>{stateOf(instalment).name()}</span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The name of an instalment that is for no month of the rental. */
function beyondName([line]: OrderMoneyShown["instalments"][number]["lines"]): string | undefined {
  if (line?.kind === "kept") return m.payments_kept();
  if (line?.kind === "refunded_twice") return m.payments_refunded_twice();
  return chargeCategories.some((category) => category === line?.kind) ? m.payments_charge() : undefined;
}
