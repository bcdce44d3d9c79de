import { endsOn, lastEndingStates } from "#domain/changes/endings.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import type { EndingRow } from "./queries.ts";

/**
 * Returns the last day with the car of a rental that has begun. For a requested ending, it is the day if the
 * rental were ended today; for a rental that ends with this car, the return date, which may have changed since.
 */
export function lastDayOf(services: Services, order: OrderRow, ending: EndingRow): IsoDate {
  if (ending.state === "asked") {
    // The order may have a next car by now, which is still ahead.
    const carSince = order.carId === ending.carId ? order.carSince : null;
    return endsOn({ ...order, carSince }, ending.reason, today(services));
  }
  return lastEndingStates.includes(ending.state) ? order.returnDate : ending.endsOn;
}
