import { isUndenied } from "./returned.ts";

/**
 * SQL: when the return of a stretch's car was first recorded; a denied record is none. `isBy`, SQL over `back`, limits
 * who recorded it.
 */
export const firstReturn = (orderId: string, stretch: string, isBy = "true"): string =>
  `(select min(back.finished_at) from condition_records back where back.order_id = ${orderId}
    and back.stretch = ${stretch} and back.kind = 'return' and back.finished_at is not null and ${isUndenied} and ${isBy})`;

const returnOf = (own: string): string => firstReturn(`${own}.order_id`, `${own}.number`);

/** `earlierCarEnd` of the domain in SQL, over `orders` and an alias of `order_stretches`. */
export const earlierCarEnd = (own: string): string =>
  `coalesce(${returnOf(own)},
    case when orders.status = 'completed' then coalesce(orders.car_back_at, orders.trip_completed_at) end)`;

/** Whether `earlierCarStatus` of the domain is `in_progress`, in SQL over `orders` and the same alias. */
export const isEarlierCarRunning = (own: string): string =>
  `(orders.status <> 'completed' and ${returnOf(own)} is null)`;
