import { Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import { hostViewOf } from "#domain/orders/host-requests.ts";
import type { Relation } from "#domain/people/relations.ts";
import { type ConditionKind, type ConditionSide, recordableBy } from "#domain/trips/condition.ts";
import type { OwnershipAnswer } from "#server/auth/ownership.ts";
import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import type { Services } from "#server/services.ts";

export type SeenOrder = {
  order: OrderRow;
  side: ConditionSide;
  /** The stretches of an earlier host's car: that host sees and records nothing else. Unset for other people. */
  only?: readonly number[];
  /** The stretches of a host's own cars: a host may not record or see another host's car. */
  theirs?: readonly number[];
};

const sides: Partial<Record<Relation, ConditionSide>> = {
  renter: "renter",
  host: "host",
  earlier_host: "host",
};

/**
 * Returns an order with the side that the caller records for. Throws a Refusal for a host that may not see it yet.
 */
export async function orderFor(
  { database, now }: Pick<Services, "database" | "now">,
  {
    id,
    relation,
    accountId,
  }: Pick<OwnershipAnswer, "id" | "relation"> & Partial<Pick<OwnershipAnswer, "accountId">>,
): Promise<SeenOrder> {
  const order = await loadOrder(database.db, id);
  if (relation === "host" && hostViewOf(order, now()) === "nothing") throw orderNotFound();
  const side = sides[relation] ?? "longbay";
  if (side !== "host") return { order, side };
  const theirs = (await findStretches(database.db, order))
    .filter(({ hostId, isWithoutCar }) => hostId === accountId && !isWithoutCar)
    .map(({ number }) => number);
  return { order, side, theirs, ...(relation === "earlier_host" && { only: theirs }) };
}

/** The kinds of record that a side may make on a day; with `only`, of an earlier car: its return alone, at any time. */
export const recordableOf = (
  { status, carId, isCarOut, returnDate }: OrderRow,
  side: ConditionSide,
  on: IsoDate,
  only?: readonly number[],
): ConditionKind[] =>
  only ? ["return"] : recordableBy(side, { status, hasCar: carId !== null, isCarOut, returnDate }, on);

export const notRecordable = (kind: ConditionKind): Refusal =>
  new Refusal(
    "record_not_possible",
    kind === "pickup"
      ? "A pickup can be recorded once the order is confirmed and has a car, until the car is returned."
      : "A return can be recorded once the trip has started.",
  );
