import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import type { AdminOrder } from "#contract/admin/orders.ts";
import { hasBegun, isBilled, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { isFreeToCancel } from "#domain/payments/cancellation.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { mayUse } from "#web/admin/sections.ts";
import { m } from "#web/paraglide/messages.js";

type Order = Pick<AdminOrder, "status" | "pickupDate" | "pickupTime" | "tripStartedAt">;

/** Whether a cancellation may keep money, if it isn't our own. A rental that has begun keeps its days. */
const mayKeep = (order: Order, status: OrderStatus): boolean =>
  status === "cancelled" &&
  isBilled(order.status) &&
  !hasBegun(order.status) &&
  order.tripStartedAt === null &&
  !isFreeToCancel(order, Date.now());

type StatusAsked = { order: Order; status: OrderStatus; ref?: Ref<HTMLInputElement>; name?: string };

/**
 * What a status gives back. A renter who cancels late pays for the days begun, unless we cancel, which an
 * administrator who manages payments may say. A refund by any other administrator waits for such a one.
 */
export function RefundChoice({ order, status, ref, name }: StatusAsked) {
  const { data: user } = useQuery(currentUserQuery);
  if (!user) return null;
  if (!mayUse(user, ["manage_payments"]))
    return isBilled(order.status) && !isBilled(status) ? (
      <p className="small muted">{m.admin_orders_refund_proposed()}</p>
    ) : null;
  if (!mayKeep(order, status)) return null;
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
