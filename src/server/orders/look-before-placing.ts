import type { Database } from "#server/db/open-database.ts";
import { isFree } from "#server/held-days.ts";
import { recent } from "./write-order.ts";
import { type OrderableCar, orderableCarJson } from "./queries.ts";

/** What an order must know before it is written, read in one look and without locks: the write itself finds out what has changed since. */
export type Look = {
  /** The request that this id was used for before. */
  earlierHash: string | null;
  car: OrderableCar | null;
  /** Somebody holds the car on one of the days. */
  isHeld: boolean;
  /** A pending order past its time is in the way, and has to be cancelled first. */
  isStale: boolean;
  /** Orders of the last hour from the same place or address, counted up to the limit. */
  recent: number;
  promo: { email: string; isUsed: boolean } | null;
  hasOrdered: boolean;
};

export type Looked = {
  id: string;
  carId: string | null;
  pickupDate: string;
  returnDate: string;
  email: string;
  placedFrom: string | null;
  promo: string | null;
  mostRecent: number;
};

const text = `
  select
    (select request_hash from orders where id = $1) as "earlierHash",
    (select ${orderableCarJson} from cars where id = $2 and retired_at is null) as car,
    $2::uuid is not null and not (${isFree("$2", "$3", "$4")}) as "isHeld",
    exists (select from orders where car_id = $2 and status = 'pending' and during && daterange($3, $4, '[]') and expires_at <= now()) as "isStale",
    (select json_build_object('email', email, 'isUsed', order_id is not null) from promo_codes where code = $7) as promo,
    case when $7::text is null then false else exists (select from orders where lower(customer_email) = lower($5) and status <> 'cancelled') end as "hasOrdered",
    case when $8::int = 0 then 0 else greatest(
      ${recent("placed_from = $6", "$8")}, ${recent("lower(customer_email) = lower($5)", "$8")})::int end as recent`;

/** `mostRecent` of 0 counts nothing. */
export async function lookBeforePlacing({ rows }: Database, asked: Looked): Promise<Look> {
  const { id, carId, pickupDate, returnDate, email, placedFrom, promo, mostRecent } = asked;
  const [look] = await rows<Look>(text, [id, carId, pickupDate, returnDate, email, placedFrom, promo, mostRecent], "look-before-placing");
  if (!look) throw new Error("The database answered nothing");
  return look;
}
