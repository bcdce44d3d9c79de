import type { Ref } from "react";
import type { AdminOrder } from "#contract/admin/orders.ts";
import { hasBegun, isPaidFor, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { isFreeToCancel } from "#domain/payments/cancellation.ts";
import { m } from "#web/paraglide/messages.js";

/** Whether a cancellation keeps something unless the desk says that it is ours; once begun, a rental keeps its days. */
export const mayKeep = (
  order: Pick<AdminOrder, "status" | "pickupDate" | "pickupTime" | "tripStartedAt">,
  status: OrderStatus,
): boolean =>
  status === "cancelled" &&
  isPaidFor(order.status) &&
  !hasBegun(order.status) &&
  order.tripStartedAt === null &&
  !isFreeToCancel(order, Date.now());

/** Who cancels late pays for the days begun, unless it is us: then all of it goes back, as the terms promise. */
export function FullRefundChoice({ ref, name }: { ref?: Ref<HTMLInputElement>; name?: string }) {
  return (
    <div className="field">
      <label className="choice">
        <input type="checkbox" name={name} ref={ref} />
        <span>{m.admin_orders_full_refund()}</span>
      </label>
      <p className="small muted">{m.admin_orders_full_refund_hint()}</p>
    </div>
  );
}
