import type { AdminOrder } from "#contract/admin/orders.ts";
import type { ChangeObstacle } from "#domain/changes/obstacles.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { ApiError } from "#web/api.ts";
import { promisedOrderOf } from "#web/admin/words/conflicting-order.ts";
import { inBothLanguages } from "#web/admin/words/in-both.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { statusNames } from "#web/ui/format/status-names.ts";

/** "待确认 Pending"; in Chinese "待确认". */
export const adminStatusName = (status: OrderStatus): string => inBothLanguages(statusNames[status]);

/** Why the rules forbid a change, with the order that is in the way; undefined for any other failure. */
export function refusedBecause(error: unknown): string | undefined {
  const code = failureCode(error);
  const promised = code === "car_taken" && promisedOrderOf(error);
  if (promised) return m.admin_orders_error_taken({ number: promised });
  if (code === "car_assigned") return assignedWords(error);
  if (code === "order_without_car") return m.admin_orders_error_no_car();
  if (code === "car_retired") return m.admin_orders_error_retired();
  if (code === "promo_used") return m.admin_orders_error_promo();
  if (code === "reason_needed") return m.admin_orders_error_reason();
  if (code === "stale") return m.admin_orders_error_stale();
  if (code === "change_not_possible") return obstacleWords(error);
  return code === "car_unavailable" ? m.admin_orders_error_unavailable() : undefined;
}

const obstacles: Partial<Record<ChangeObstacle, () => string>> = {
  waiting: m.admin_orders_error_request,
  offered: m.admin_orders_error_offered,
  recorded: m.admin_orders_error_recorded,
  host_first: m.admin_orders_error_host_first,
};

function obstacleWords(error: unknown): string | undefined {
  const obstacle = error instanceof ApiError ? error.body?.obstacle : undefined;
  return obstacle && obstacles[obstacle]?.();
}

function assignedWords(error: unknown): string {
  const assigned = error instanceof ApiError ? error.body?.assigned : undefined;
  return assigned?.by && assigned.car
    ? m.admin_orders_error_assigned(assigned)
    : m.admin_orders_error_stale();
}

/** Says who hears of a car that an order has got: its host first, where that host is asked; nobody of a canceled order. */
export function carGivenWords({
  orderNumber: number,
  carName,
  status,
  waitsForHostSince,
}: Pick<AdminOrder, "orderNumber" | "carName" | "status" | "waitsForHostSince">): string {
  const car = carName === null ? "" : shownCarName(carName);
  if (waitsForHostSince !== null) return m.admin_orders_car_given_host({ number, car });
  return status === "cancelled"
    ? m.admin_orders_car_given_only({ number, car })
    : m.admin_orders_car_given_text({ number, car });
}

/** Whether a change failed because a car must be chosen first. */
export const wantsCar = (error: unknown): boolean =>
  ["order_without_car", "car_retired"].includes(failureCode(error) ?? "");

/** Why an order was not changed: in the reader's own language where we have the words. */
export const changeErrorWords = (error: unknown): string => refusedBecause(error) ?? sessionErrorWords(error);
