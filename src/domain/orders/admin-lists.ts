import type { OrderStatus } from "./lifecycle.ts";

/** The times by which administrators filter orders. */
export const orderTimes = ["all", "today", "week", "month"] as const;

/** What the numbers of orders by status are named on the dashboard. */
export const orderCountNames = {
  pending: "pendingOrders",
  confirmed: "confirmedOrders",
  in_progress: "inProgressOrders",
  completed: "completedOrders",
  cancelled: "cancelledOrders",
} as const satisfies Record<OrderStatus, string>;
