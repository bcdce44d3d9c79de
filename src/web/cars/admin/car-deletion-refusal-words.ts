import { conflictingOrderOf } from "#web/admin/words/conflicting-order.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";

/** Why a car can't be deleted: it has an order, or someone is booking it; undefined for any other failure. */
export function carDeletionRefusalWords(error: unknown, name: string): string | undefined {
  if (failureCode(error) !== "car_has_open_orders") return undefined;
  const number = conflictingOrderOf(error);
  return number ? m.admin_cars_delete_open({ name, number }) : m.host_owner_booking();
}
