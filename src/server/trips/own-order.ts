import { Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import { hostViewOf } from "#domain/orders/host-requests.ts";
import type { Relation } from "#domain/people/relations.ts";
import { type ConditionKind, type ConditionSide, recordableBy } from "#domain/trips/condition.ts";
import type { Owned } from "#server/auth/ownership.ts";
import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";

export type SeenOrder = { order: OrderRow; side: ConditionSide };

const sides: Partial<Record<Relation, ConditionSide>> = { renter: "renter", host: "host" };

/**
 * Returns an order with the side on which whoever is something to it records. Throws a Refusal for the host of one that
 * hasn't reached them.
 */
export async function orderFor(
  { database, now }: Pick<Services, "database" | "now">,
  { id, relation }: Pick<Owned, "id" | "relation">,
): Promise<SeenOrder> {
  const order = await loadOrder(database.db, id);
  if (relation === "host" && hostViewOf(order, now()) === "nothing") throw orderNotFound();
  return { order, side: sides[relation] ?? "longbay" };
}

/** What a side may record of an order on a day. */
export const recordableOf = (
  { status, carId, returnDate }: OrderRow,
  side: ConditionSide,
  on: IsoDate,
): ConditionKind[] => recordableBy(side, { status, hasCar: carId !== null, returnDate }, on);

export const notRecordable = (kind: ConditionKind): Refusal =>
  new Refusal(
    "record_not_possible",
    kind === "pickup"
      ? "A pickup can be recorded once the order is confirmed and has a car, until the car is returned."
      : "A return can be recorded once the trip has started.",
  );
