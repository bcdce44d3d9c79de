import { firstReturn } from "./first-return.ts";

/**
 * SQL over `order_stretches` as `own`: an earlier car whose return nobody has recorded, of a rental that goes on
 * with another car. `backBy` limits the records that count as the car's return.
 */
export const isEarlierCarOut = (backBy = "true"): string =>
  `not own.is_without_car
    and exists (select from orders going where going.id = own.order_id and going.status = 'in_progress'
      and going.car_id is distinct from own.car_id)
    and ${firstReturn("own.order_id", "own.number", backBy)} is null`;
