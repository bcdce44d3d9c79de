import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import type { WriteOffStatus } from "#domain/payments/payments.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import styles from "#web/payments/payments.module.css";
import { showMoney } from "#web/ui/format/money.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { useDecideWriteOff } from "./queries.ts";

const shown: Record<WriteOffStatus, { name: () => string; badge: string }> = {
  awaiting_approval: { name: m.admin_pay_refund_status_awaiting_approval, badge: "badge badge-pending" },
  written: { name: m.payments_state_written_off, badge: "badge badge-plain" },
  declined: { name: m.admin_pay_refund_status_declined, badge: "badge badge-plain" },
  taken_back: { name: m.admin_pay_write_off_taken_back, badge: "badge badge-plain" },
};

type Decision = "written" | "declined" | "taken_back";

/** Write-offs of an ended rental, with the decisions that this administrator may make. */
export function WriteOffs({
  orderId,
  writeOffs,
  isReadOnly,
}: {
  orderId: string;
  writeOffs: AdminOrderMoney["writeOffs"];
  /** Whether only other administrators may decide about them. */
  isReadOnly: boolean;
}) {
  const deciding = useDecideWriteOff(orderId);
  if (writeOffs.length === 0) return null;
  const button = (writeOffId: string, decision: Decision, words: string) => (
    <button
      className="btn btn-secondary btn-sm"
      type="button"
      onClick={() => deciding.isPending || deciding.mutate({ writeOffId, decision })}
    >
      {words}
    </button>
  );
  return (
    <>
      <Failed error={deciding.error} />
      <ul className={styles.list}>
        {writeOffs.map(({ id, status, amount, reason, by, createdAt, mayApprove }) => (
          <li key={id}>
            <div>
              {reason}
              <span>{m.admin_pay_refund_by({ who: actorName(by), when: showMoment(createdAt) })}</span>
            </div>
            <div className={styles.sum}>
              <b className="num">{showMoney(amount)}</b>
              <span className={shown[status].badge}>{shown[status].name()}</span>
            </div>
            {!isReadOnly && (status === "awaiting_approval" || status === "written") && (
              <div className="flex flex-wrap gap-2 w-full">
                {mayApprove && button(id, "written", m.admin_pay_refund_approve())}
                {status === "written"
                  ? button(id, "taken_back", m.admin_pay_write_off_take_back())
                  : button(id, "declined", m.admin_pay_refund_decline())}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
