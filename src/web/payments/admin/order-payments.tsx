import { useQuery } from "@tanstack/react-query";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { mayUse } from "#web/admin/sections.ts";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { InstalmentList } from "#web/payments/instalment-list.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { ChargeAgain } from "./charge-again.tsx";
import { ChargebacksOf } from "./chargebacks-of.tsx";
import { orderMoneyQuery } from "./queries.ts";
import { Received } from "./received.tsx";
import { RecordPayment } from "./record-payment.tsx";
import { RefundForm } from "./refund-form.tsx";
import { Refunds } from "./refunds.tsx";
import { WriteOffForm } from "./write-off-form.tsx";
import { WriteOffs } from "./write-offs.tsx";

/** An order's money in its dialog, for administrators who manage payments. */
export function OrderPayments({ orderId }: { orderId: string }) {
  const { data: user } = useQuery(currentUserQuery);
  if (!user || !mayUse(user, ["manage_payments"])) return null;
  return (
    <section aria-labelledby="admin-order-payments">
      <h3 id="admin-order-payments">{m.admin_pay_title()}</h3>
      <Money orderId={orderId} />
    </section>
  );
}

/** The order's instalments, payments and refunds, and the forms to record them. */
function Money({ orderId }: { orderId: string }) {
  const { data: money, error, refetch } = useQuery(orderMoneyQuery(orderId));
  if (!money) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  const { instalments, payments, balance, dueNow, leftToPay, refundable } = money;
  return (
    <div className="stack">
      <Failed error={error} onRetry={() => void refetch()} />
      {instalments.length + payments.length === 0 ? (
        <p className="muted">{m.admin_pay_none()}</p>
      ) : (
        <dl className="sum">
          <Line name={m.payments_due_now()} amount={dueNow} />
          <Line name={m.payments_left()} amount={leftToPay} />
          <Line name={m.admin_pay_balance()} amount={balance} />
          {Number(money.credit) > 0 && <Line name={m.admin_pay_credit()} amount={money.credit} />}
        </dl>
      )}
      {money.small && <p>{smallWords(money.small)}</p>}
      <InstalmentList instalments={instalments} />
      <Received orderId={orderId} payments={payments} isReadOnly={money.isDecidedByOthers} />
      <ChargebacksOf chargebacks={money.chargebacks} />
      <Refunds orderId={orderId} money={money} isReadOnly={money.isDecidedByOthers} />
      <WriteOffs orderId={orderId} writeOffs={money.writeOffs} isReadOnly={money.isDecidedByOthers} />
      {money.isDecidedByOthers ? (
        <p>{m.admin_pay_own()}</p>
      ) : (
        <div className="grid gap-3">
          <ChargeAgain orderId={orderId} money={money} />
          <RecordPayment orderId={orderId} money={money} />
          {Number(money.writableOff) > 0 && <WriteOffForm orderId={orderId} most={money.writableOff} />}
          {Number(refundable) > 0 && <RefundForm orderId={orderId} refundable={refundable} />}
        </div>
      )}
    </div>
  );
}

/** Says what becomes of a sum that is due and too small for the provider to charge. */
function smallWords({ amount, joinsNext }: NonNullable<AdminOrderMoney["small"]>): string {
  const shown = { amount: showMoney(amount) };
  return joinsNext ? m.admin_pay_small_joins(shown) : m.admin_pay_small_alone(shown);
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{showMoney(amount)}</dd>
    </div>
  );
}
