import { inLosAngeles } from "./in-los-angeles.ts";

const dayOfMessage = inLosAngeles("messages.created_at");

/** SQL over `own`: the day on which the rental goes on with its next car, after any days without a car. */
const nextFrom = `coalesce((select gap.ends_on from order_stretches gap
  where gap.order_id = own.order_id and gap.number = own.number + 1 and gap.is_without_car), own.ends_on)`;

/**
 * SQL over `orders` and `messages`, to join laterally: the `car_id` that the renter drove when a message was
 * written, and the `host_id` of that car. It is the order's car unless the rental went on with another car later.
 */
export const drivenAtMessage = `lateral (select car_id, host_id from (
     select own.number, own.car_id, own.host_id from order_stretches own
     where own.order_id = orders.id and not own.is_without_car and (own.created_at > messages.created_at or ${nextFrom} > ${dayOfMessage})
     union all select null, orders.car_id, orders.host_id) cars_then order by number nulls last limit 1)`;
