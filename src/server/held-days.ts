/** The SQL of who has a car when. A pending order past its time holds nothing; a block of the desk always does. */

/** Orders that hold a car's days, by the row or alias they stand in. */
const holds = "status in ('pending', 'confirmed', 'in_progress') and (status <> 'pending' or expires_at is null or expires_at > now())";

/** Nobody has the car on any day from `first` to `last`, both included. The three are SQL expressions. */
export const isFree = (carId: string, first: string, last: string): string =>
  `not exists (select from orders where car_id = ${carId} and during && daterange(${first}, ${last}, '[]') and ${holds})
   and not exists (select from car_blocks where car_id = ${carId} and during && daterange(${first}, ${last}, '[]'))`;

/** A car's held days within a span as rows of `from` and `until`, in order. The three are SQL expressions. */
export const heldRanges = (carId: string, first: string, last: string): string =>
  `select to_char(first_date, 'YYYY-MM-DD') as "from", to_char(last_date, 'YYYY-MM-DD') as "until" from (
     select pickup_date as first_date, return_date as last_date from orders where car_id = ${carId} and during && daterange(${first}, ${last}, '[]') and ${holds}
     union all select first_date, last_date from car_blocks where car_id = ${carId} and during && daterange(${first}, ${last}, '[]')
   ) as held order by first_date`;
