import { Refusal } from "#contract/errors.ts";
import type { ConditionKind, ConditionSide } from "#domain/trips/condition.ts";
import type { Owned } from "#server/auth/ownership.ts";
import type { Db } from "#server/db/open-database.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";

export type SeenOrder = { order: OrderRow; side: ConditionSide };

/** Returns an order with the side on which whoever is something to it records. */
export async function orderFor(db: Db, { id, relation }: Pick<Owned, "id" | "relation">): Promise<SeenOrder> {
  return { order: await loadOrder(db, id), side: relation === "renter" ? "renter" : "longbay" };
}

export const notRecordable = (kind: ConditionKind): Refusal =>
  new Refusal(
    "record_not_possible",
    kind === "pickup"
      ? "A pickup can be recorded once the order is confirmed and has a car, until the car is returned."
      : "A return can be recorded once the trip has started.",
  );
