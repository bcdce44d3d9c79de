import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { m } from "#web/paraglide/messages.js";
import { methodName } from "#web/payments/payment-words.ts";
import styles from "#web/payments/payments.module.css";
import { Failed } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { CorrectPayment } from "./correct-payment.tsx";
import { useDecideCorrection } from "./queries.ts";

type Payment = AdminOrderMoney["payments"][number];

/** The payments for an order: how and when they came, who recorded them, and their corrections. */
export function Received({
  orderId,
  payments,
  isReadOnly,
}: Pick<AdminOrderMoney, "payments"> & {
  orderId: string;
  /** Whether only other administrators may decide about them. */
  isReadOnly: boolean;
}) {
  const deciding = useDecideCorrection(orderId);
  const decide = (correctionId: string, decision: "approved" | "declined") =>
    deciding.isPending || deciding.mutate({ correctionId, decision });
  if (payments.length === 0) return null;
  return (
    <>
      <Failed error={deciding.error} />
      <ul className={styles.list}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <div>
              {m.payments_received({
                date: payment.paidOn ? showDate(payment.paidOn) : "",
                method: methodName(payment.method),
              })}
              <span>{[payment.reference, payment.by].filter(Boolean).join(" · ")}</span>
              {payment.countsOn && <span>{m.admin_pay_counts_on({ date: showDate(payment.countsOn) })}</span>}
              {payment.correction && payment.correction.status !== "declined" && (
                <span>{`${payment.correction.reason} · ${payment.correction.by}`}</span>
              )}
            </div>
            <div className={styles.sum}>
              <b className="num">
                {payment.status === "taken_back" ? (
                  <s>{showMoney(payment.amount)}</s>
                ) : (
                  showMoney(payment.amount)
                )}
              </b>
              <CorrectionBadge payment={payment} />
            </div>
            {!isReadOnly && <Decide payment={payment} decide={decide} />}
            {payment.mayCorrect && <CorrectPayment orderId={orderId} paymentId={payment.id} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function CorrectionBadge({ payment: { correction } }: { payment: Payment }) {
  if (!correction || correction.status === "declined") return null;
  const number = correction.toOrderNumber ?? "";
  if (correction.status === "awaiting_approval")
    return (
      <span className="badge badge-pending">
        {correction.kind === "move"
          ? m.admin_pay_correction_move({ number })
          : m.admin_pay_correction_take_back()}
      </span>
    );
  return (
    <span className="badge badge-plain">
      {correction.kind === "move" ? m.admin_pay_moved({ number }) : m.admin_pay_taken_back()}
    </span>
  );
}

function Decide({
  payment: { correction },
  decide,
}: {
  payment: Payment;
  decide: (id: string, decision: "approved" | "declined") => unknown;
}) {
  if (correction?.status !== "awaiting_approval") return null;
  return (
    <div className="flex flex-wrap gap-2 w-full">
      {correction.mayApprove && (
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          onClick={() => decide(correction.id, "approved")}
        >
          {m.admin_pay_refund_approve()}
        </button>
      )}
      <button
        className="btn btn-secondary btn-sm"
        type="button"
        onClick={() => decide(correction.id, "declined")}
      >
        {m.admin_pay_refund_decline()}
      </button>
    </div>
  );
}
