import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import type { RefundStatus } from "#domain/payments/payments.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { m } from "#web/paraglide/messages.js";
import { methodName } from "#web/payments/payment-words.ts";
import styles from "#web/payments/payments.module.css";
import { showMoney } from "#web/ui/format/money.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { RefundFailed } from "./refund-failed.tsx";
import { RefundPaid } from "./refund-paid.tsx";
import { useDecideRefund } from "./queries.ts";

const statusNames: Record<RefundStatus, () => string> = {
  awaiting_approval: m.admin_pay_refund_status_awaiting_approval,
  approved: m.admin_pay_refund_status_approved,
  paid: m.admin_pay_refund_status_paid,
  declined: m.admin_pay_refund_status_declined,
  withdrawn: m.admin_pay_refund_status_withdrawn,
};
const badges: Record<RefundStatus, string> = {
  awaiting_approval: "badge badge-pending",
  approved: "badge badge-pending",
  paid: "badge badge-good",
  declined: "badge badge-plain",
  withdrawn: "badge badge-plain",
};

type Refund = AdminOrderMoney["refunds"][number];

/** The refunds of an order, each with its state and the decisions that this administrator may make. */
export function Refunds({
  orderId,
  money: { refunds, closedMonths },
  isReadOnly,
}: {
  orderId: string;
  money: Pick<AdminOrderMoney, "refunds" | "closedMonths">;
  /** Whether only other administrators may decide about them. */
  isReadOnly: boolean;
}) {
  const deciding = useDecideRefund(orderId);
  const decide: Decide = (refundId, decision) => () =>
    deciding.isPending || deciding.mutate({ refundId, decision });
  if (refunds.length === 0) return null;
  return (
    <>
      <RefundFailed error={deciding.error} />
      <ul className={styles.list}>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <div>
              {whyGiven(refund)}
              <span>
                {m.admin_pay_refund_by({
                  who: actorName(refund.proposedBy),
                  when: showMoment(refund.createdAt),
                })}
              </span>
            </div>
            <div className={styles.sum}>
              <b className="num">{showMoney(`-${refund.amount}`)}</b>
              <span className={badges[refund.status]}>{statusNames[refund.status]()}</span>
            </div>
            <Parts refund={refund} />
            {!isReadOnly && <Decisions refund={refund} decide={decide} />}
            {!isReadOnly && isOurs(refund) && (
              <RefundPaid orderId={orderId} refund={refund} closedMonths={closedMonths} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The reason of a refund: a rule's reason in our words, a person's reason as they wrote it. */
function whyGiven({ origin, reason }: Refund): string {
  if (origin === "hand") return reason;
  if (origin === "provider") return m.admin_pay_refund_provider();
  if (reason === "changed") return m.admin_pay_refund_changed();
  if (reason === "credit") return m.admin_pay_refund_credit();
  return reason === "overpaid" ? m.admin_pay_refund_overpaid() : m.admin_pay_refund_rule();
}

/** The parts of a refund with their states, if it goes back in several ways or a part failed. */
function Parts({ refund: { parts, status } }: { refund: Refund }) {
  const isGoing = status === "approved" || status === "paid";
  if (!isGoing || (parts.length < 2 && parts.every(({ failure }) => failure === null))) return null;
  return (
    <ul className="w-full muted">
      {parts.map((part) => (
        <li key={part.paymentId}>{partWords(part)}</li>
      ))}
    </ul>
  );
}

function partWords({ amount, method, paidOn, failure, isByHand }: Refund["parts"][number]): string {
  const named = { amount: showMoney(amount), method: methodName(method) };
  if (paidOn) return m.admin_pay_part_paid({ ...named, date: showDate(paidOn) });
  if (failure) return m.admin_pay_part_failed(named);
  return isByHand ? m.admin_pay_part_by_hand(named) : m.admin_pay_part_by_provider(named);
}

/** Whether we have to give back at least a part of the refund by hand. */
const isOurs = ({ status, leftByHand }: Refund): boolean => status === "approved" && Number(leftByHand) > 0;

type Decide = (refundId: string, decision: "approved" | "declined") => () => void;

type DecisionsProps = { refund: Refund; decide: Decide };

function Decisions({ refund: { id, status, mayApprove, origin, reason }, decide }: DecisionsProps) {
  if (status !== "awaiting_approval") return null;
  return (
    <div className="flex flex-wrap gap-2 w-full">
      {mayApprove && (
        <button className="btn btn-primary btn-sm" type="button" onClick={decide(id, "approved")}>
          {m.admin_pay_refund_approve()}
        </button>
      )}
      <button className="btn btn-secondary btn-sm" type="button" onClick={decide(id, "declined")}>
        {m.admin_pay_refund_decline()}
      </button>
      {origin === "rule" && reason === "changed" && (
        <p className="small muted w-full">{m.admin_pay_refund_decline_repair()}</p>
      )}
    </div>
  );
}
