import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { m } from "#web/paraglide/messages.js";

export const statusNames: Record<OrderStatus, typeof m.order_status_pending> = {
  pending: m.order_status_pending,
  confirmed: m.order_status_confirmed,
  in_progress: m.order_status_in_progress,
  completed: m.order_status_completed,
  cancelled: m.order_status_cancelled,
};

export const statusName = (status: OrderStatus): string => statusNames[status]();
