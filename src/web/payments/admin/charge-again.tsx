import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { useChargeAgain } from "./queries.ts";

type ChargeAgainProps = {
  orderId: string;
  money: Pick<AdminOrderMoney, "chargeableAgain" | "savedMethod">;
};

/** Charges the saved method once more for instalments whose tries have all failed; nothing if there are none. */
export function ChargeAgain({ orderId, money: { chargeableAgain, savedMethod = "" } }: ChargeAgainProps) {
  const charging = useChargeAgain(orderId);
  const isRefused = failureCode(charging.error) === "charge_again_not_possible";
  return (
    <>
      {isRefused ? (
        <Notice kind="bad" isAlert>
          {m.admin_pay_charge_again_refused()}
        </Notice>
      ) : (
        <Failed error={charging.error} />
      )}
      {chargeableAgain.map(({ instalmentId, dueOn, amount }) => (
        <details key={instalmentId} className="unfold">
          <summary>{m.admin_pay_charge_again({ amount: showMoney(amount) })}</summary>
          <p>
            {m.admin_pay_charge_again_note({
              amount: showMoney(amount),
              date: showDate(dueOn),
              method: savedMethod,
            })}
          </p>
          <p>
            <button
              className="btn btn-primary"
              type="button"
              aria-busy={charging.isPending || undefined}
              onClick={() => charging.isPending || charging.mutate({ instalmentId })}
            >
              {m.admin_pay_charge_again_now({ amount: showMoney(amount) })}
            </button>
          </p>
        </details>
      ))}
    </>
  );
}
