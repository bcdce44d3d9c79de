import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { OwnStage } from "#domain/orders/own-orders.ts";
import { m } from "#web/paraglide/messages.js";
import { statusName } from "./status-names.ts";

/** The status whose badge a stage of the renter's own order uses. */
export const statusOfStage: Record<OwnStage, OrderStatus> = {
  pending: "pending",
  upcoming: "confirmed",
  confirmed: "confirmed",
  in_progress: "in_progress",
  overdue: "in_progress",
  completed: "completed",
  cancelled: "cancelled",
};

export const stageName = (stage: OwnStage): string =>
  stage === "overdue" ? m.own_orders_overdue() : statusName(statusOfStage[stage]);

/** The badge's classes. */
export const stageBadge = (stage: OwnStage): string =>
  `badge ${stage === "overdue" ? "badge-bad" : `badge-${statusOfStage[stage]}`}`;
