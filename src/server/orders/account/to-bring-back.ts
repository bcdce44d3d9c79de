import type { CarToBringBack } from "#domain/orders/own-orders.ts";
import { isEarlierCarOut } from "#server/db/earlier-cars-out.ts";
import type { Db } from "#server/db/open-database.ts";
import { isReturnedByRenter } from "#server/db/returned.ts";
import { rowsIn } from "#server/db/rows-in.ts";

/** SQL over `orders`: its own car is out although the rental has ended or was unmade, and its renter recorded no return. */
const isOwnCarOut = `(orders.is_car_out and not ${isReturnedByRenter()})`;

/** SQL over `orders`: its renter has a car to bring back, besides the car of a running rental. */
export const hasCarToBringBack = `(${isOwnCarOut} or exists (select from order_stretches own
  where own.order_id = orders.id and ${isEarlierCarOut()}))`;

/** The cars that renters have to bring back, besides those of running rentals, by order: of each the first that is due. */
export async function carsToBringBack(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, CarToBringBack>> {
  if (orderIds.length === 0) return new Map();
  const found = await rowsIn(db)<CarToBringBack & { orderId: string }>(
    `select orders.id as "orderId", car_name as "carName", return_date::text as "dueOn" from orders
       where orders.id = any($1::uuid[]) and ${isOwnCarOut}
     union all
     select own.order_id, own.car_name, own.ends_on::text from order_stretches own
       where own.order_id = any($1::uuid[]) and ${isEarlierCarOut()}
     order by 3 desc`,
    [[...orderIds]],
  );
  return new Map(found.map(({ orderId, ...car }) => [orderId, car]));
}
