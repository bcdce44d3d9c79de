import type { IsoDate } from "#domain/dates.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { isEarlierOverdue, isOverdue } from "./availability.ts";

/** A car that should be back and isn't: its order has it from the first day until today. */
type LateCar = {
  orderId: string;
  orderNumber: string;
  carId: string;
  from: IsoDate;
  /** The day on which it should have been back. */
  dueBack: IsoDate;
  /** Whether the rental goes on with another car. */
  isEarlierCar: boolean;
};

const lateCars = `select id as "orderId", order_number as "orderNumber", car_id as "carId", lower(during)::text as "from",
     return_date::text as "dueBack", false as "isEarlierCar"
   from orders where car_id = any($1::uuid[]) and ${isOverdue}
   union all
   select own.order_id, (select order_number from orders where id = own.order_id), own.car_id,
     own.starts_on::text, own.ends_on::text, true
   from order_stretches own where ${isEarlierOverdue("any($1::uuid[])")}`;

/** Those of some cars that should be back and aren't. */
export const findLateCars = async (db: Db, carIds: readonly string[]): Promise<LateCar[]> =>
  carIds.length === 0 ? [] : rowsIn(db)<LateCar>(lateCars, [[...carIds]]);

/** The same outside of a transaction, planned once by each connection: planning it takes longer than running it. */
export const findLateCarsNow = async ({ rows }: Database, carIds: readonly string[]): Promise<LateCar[]> =>
  carIds.length === 0 ? [] : rows<LateCar>(lateCars, [[...carIds]], "late-cars");
