import { seesHostAddress } from "#domain/orders/host-requests.ts";
import { owesFirstInstalment } from "#server/db/first-instalment.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { OrderRow } from "#server/db/schema/orders.ts";

/**
 * The address at which the host keeps the car of an order, for its renter only: once the first instalment is paid,
 * from 72 hours before the pickup of this car until the end of the rental.
 */
export async function hostAddressOf(db: Db, order: OrderRow, now: number): Promise<string | undefined> {
  if (!seesHostAddress(order, now)) return undefined;
  const [found] = await rowsIn(db)<{ address: string }>(
    `select handover_address as address from orders join cars on cars.id = orders.car_id
     where orders.id = $1 and not ${owesFirstInstalment}`,
    [order.id],
  );
  return found?.address || undefined;
}
