import type { ShownStretch } from "#contract/stretches.ts";
import { daysBetween } from "#domain/dates.ts";
import { earlierCarColumns, milesWithin } from "#domain/orders/earlier-cars.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";

type RentalOfHost = Pick<OrderRow, "status" | "pickupDate" | "returnDate" | "isCarOut" | "milesIncluded">;
type SeenBy = {
  hostId: string;
  /** The stretches with the host's own cars. */
  shown: readonly ShownStretch[];
  /** Set for the host of an earlier car, who doesn't learn how the rental goes on with the next one. */
  only: readonly number[] | undefined;
};

/** What a host sees of a rental whose cars have several hosts: the days and the miles of their own cars. */
export async function seenByHost(
  db: Db,
  order: OrderRow,
  { hostId, shown, only }: SeenBy,
): Promise<RentalOfHost> {
  const car = only ? (await findEarlierCars(db, order.id, hostId)).at(-1) : undefined;
  const days = shown.reduce((sum, { from, until }) => sum + daysBetween(from, until), 0);
  return {
    ...order,
    ...(car && earlierCarColumns(car, order)),
    pickupDate: shown[0]?.from ?? order.pickupDate,
    milesIncluded: milesWithin(Math.min(days, order.days), order),
  };
}
