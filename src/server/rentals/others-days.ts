import type { IsoDate } from "#domain/dates.ts";
import type { DateRange } from "#domain/pricing/availability.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { OrderRow } from "#server/db/schema/orders.ts";
import { heldRanges } from "./availability.ts";

/** Days within a span on which another order has an order's car, in order. */
export const findOthersDays = async (
  db: Db,
  { id, carId }: Pick<OrderRow, "id" | "carId">,
  from: IsoDate,
  until: IsoDate,
): Promise<DateRange[]> =>
  carId ? rowsIn(db)<DateRange>(heldRanges("$1", "$2", "$3", "$4"), [carId, from, until, id]) : [];
