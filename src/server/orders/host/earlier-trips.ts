import { eq } from "drizzle-orm";
import { earlierCarColumns } from "#domain/orders/earlier-cars.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import type { HostedOrderRow } from "./queries.ts";

/**
 * Returns a rental as the host of an earlier car sees it: with that host's last car and the days of that car.
 * Undefined where the rental had no car of that host.
 */
export async function asEarlierTrip(
  db: Db,
  found: HostedOrderRow,
  hostId: string,
): Promise<(HostedOrderRow & { isEarlier: true }) | undefined> {
  const { order } = found;
  const stretch = (await findEarlierCars(db, order.id, hostId)).at(-1);
  const [car] = stretch ? await db.select().from(cars).where(eq(cars.id, stretch.carId)) : [];
  if (!stretch || !car) return undefined;
  return {
    ...found,
    isEarlier: true,
    car,
    order: {
      ...order,
      ...earlierCarColumns(stretch, order),
      carId: stretch.carId,
      carName: stretch.carName,
      hostId,
    },
  };
}
