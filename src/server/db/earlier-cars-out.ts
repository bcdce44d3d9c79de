import { firstReturn } from "./first-return.ts";

/**
 * SQL over `order_stretches` as `own`: an earlier car of a rental that runs on with another, whose return nobody has
 * recorded. `backBy` narrows the records that count as its return.
 */
export const isEarlierCarOut = (backBy = "true"): string =>
  `not own.is_without_car
    and exists (select from orders going where going.id = own.order_id and going.status = 'in_progress'
      and going.car_id is distinct from own.car_id)
    and ${firstReturn("own.order_id", "own.number", backBy)} is null`;
