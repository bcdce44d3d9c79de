import { useRef } from "react";
import type { AdminOrder } from "#contract/admin/orders.ts";
import { type OrderStatus, undoWithin } from "#domain/orders/lifecycle.ts";
import { m } from "#web/paraglide/messages.js";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { sentences } from "#web/ui/format/sentences.ts";
import { Notice } from "#web/ui/notice.tsx";
import { longestReason } from "#domain/text-lengths.ts";
import type { useSetStatus } from "./queries.ts";
import { RefundChoice } from "./refund-choice.tsx";
import { adminStatusName, changeErrorWords, wantsCar } from "./status-change-words.ts";

type StatusDialogProps = {
  order: AdminOrder;
  status: OrderStatus;
  setting: ReturnType<typeof useSetStatus>;
  /** Opens the order, for what its page alone can change. */
  onOpen: () => void;
  onClose: () => void;
};

/** Asks before a status that was chosen in the list is set. A refusal is shown beside what was typed. */
export function StatusDialog({ order, status, setting, onOpen, onClose }: StatusDialogProps) {
  const reason = useRef<HTMLInputElement>(null);
  const fullRefund = useRef<HTMLInputElement>(null);
  return (
    <ConfirmDialog
      title={m.admin_orders_status_ask({ number: order.orderNumber, status: adminStatusName(status) })}
      confirm={m.admin_orders_status_ask_yes()}
      dismiss={m.admin_orders_status_ask_no()}
      isBusy={setting.isPending}
      isHarmless
      onConfirm={() =>
        setting.mutate({
          order,
          status,
          reason: reason.current?.value.trim() ?? "",
          fullRefund: fullRefund.current?.checked ?? false,
        })
      }
      onClose={onClose}
    >
      <p>{m.admin_orders_status_ask_text({ seconds: undoWithin / 1000 })}</p>
      <RefundChoice order={order} status={status} ref={fullRefund} />
      <TextField
        id="asked-reason"
        ref={reason}
        label={m.admin_orders_reason()}
        isOptional
        hint={sentences(m.admin_orders_reason_hint(), m.admin_orders_reason_record())}
        maxLength={longestReason}
        autoComplete="off"
      />
      {setting.error && (
        <Notice kind="bad" isAlert>
          {changeErrorWords(setting.error)}{" "}
          {wantsCar(setting.error) && (
            <button className="btn btn-secondary btn-sm" type="button" onClick={onOpen}>
              {m.admin_orders_choose_car()}
            </button>
          )}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
