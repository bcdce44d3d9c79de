import { type FormEvent, useState } from "react";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import { longestReason } from "#domain/text-lengths.ts";
import { type OrderStatus, orderStatuses } from "#domain/orders/lifecycle.ts";
import { showAge, showMoment } from "#web/ui/format/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSetStatus } from "#web/orders/admin/queries.ts";
import { changeErrorWords, adminStatusName } from "#web/orders/admin/status-change-words.ts";
import { UndoStatus } from "./undo-status.tsx";
import { RefundChoice } from "#web/orders/admin/refund-choice.tsx";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";
import { sentences } from "#web/ui/format/sentences.ts";

/** An order's status and a form to set another, with a reason that the renter's email contains. */
export function AdminOrderStatus({ order }: { order: AdminOrderDetail }) {
  return (
    <div className="stack">
      <p>
        <span className={`badge badge-${order.status}`}>
          <PhaseMoon status={order.status} />
          {adminStatusName(order.status)}
        </span>{" "}
        {order.expiresAt && (
          <span className="late small">{m.admin_orders_ends({ when: showAge(order.expiresAt) })}</span>
        )}
      </p>
      {order.waitsForHostSince && (
        <Notice kind="warn">
          {m.admin_orders_host_answer({
            name: order.host?.name ?? "",
            when: showMoment(order.waitsForHostSince),
          })}
        </Notice>
      )}
      {order.waitsForPaymentSince && (
        <Notice kind="warn">
          {m.admin_orders_payment_wait({
            name: order.host?.name ?? "",
            when: showMoment(order.waitsForPaymentSince),
          })}
        </Notice>
      )}
      {order.unprintable && (
        <Notice kind="bad">{m.admin_orders_unprintable({ letters: order.unprintable })}</Notice>
      )}
      {order.isDecidedByOthers ? <p>{m.admin_orders_own()}</p> : <StatusForm order={order} />}
    </div>
  );
}

/** Sets another status. */
function StatusForm({ order }: { order: AdminOrderDetail }) {
  const setting = useSetStatus();
  const [isSame, setSame] = useState(false);
  const [choice, setChoice] = useState({ of: order.status, status: order.status });
  // If somebody else has changed the status in the meantime, the field shows the new one.
  const chosen = choice.of === order.status ? choice.status : order.status;

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const status = orderStatuses.find((one) => one === values.get("status"));
    const reason = String(values.get("reason") ?? "").trim();
    const fullRefund = values.has("fullRefund");
    setSame(status === order.status);
    if (!status || status === order.status || setting.isPending) return;
    setting.mutate({ order, status, reason, fullRefund }, { onSuccess: () => form.reset() });
  };

  return (
    <form className="stack" onSubmit={send}>
      <Field
        id="admin-order-new-status"
        label={m.admin_orders_new_status()}
        error={isSame ? m.admin_orders_same_status() : undefined}
      >
        <SelectFrame>
          <select
            className="control"
            id="admin-order-new-status"
            name="status"
            key={order.status}
            defaultValue={order.status}
            onChange={({ currentTarget }) =>
              setChoice({ of: order.status, status: currentTarget.value as OrderStatus })
            }
            aria-invalid={isSame || undefined}
          >
            {orderStatuses.map((status) => (
              <option key={status} value={status}>
                {adminStatusName(status)}
              </option>
            ))}
          </select>
        </SelectFrame>
      </Field>
      <RefundChoice order={order} status={chosen} name="fullRefund" />
      <TextField
        id="admin-order-reason"
        name="reason"
        label={m.admin_orders_reason()}
        isOptional
        hint={sentences(m.admin_orders_reason_hint(), m.admin_orders_reason_record())}
        maxLength={longestReason}
        autoComplete="off"
      />
      {setting.error && (
        <Notice kind="bad" isAlert>
          {changeErrorWords(setting.error)}
        </Notice>
      )}
      <div role="status">
        {setting.data && (
          <Notice kind="good">
            {m.admin_orders_status_set({ status: adminStatusName(setting.data.status) })}{" "}
            {setting.data.change !== null && setting.data.status === order.status && (
              <UndoStatus key={setting.data.change} orderId={order.id} change={setting.data.change} />
            )}
          </Notice>
        )}
      </div>
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={setting.isPending || undefined}>
          {m.admin_orders_set()}
        </button>
      </p>
    </form>
  );
}
