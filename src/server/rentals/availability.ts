import { brand } from "#domain/brand.ts";
import { isEarlierCarOut } from "#server/db/earlier-cars-out.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { isReturnedByRenter } from "#server/db/returned.ts";

/**
 * The SQL of who has a car when: the orders that hold it, the days that orders keep besides their own, bookings under
 * way while their hold lasts, and blocks, which hold always. And nobody can have a car that has not come back.
 */

/**
 * An order loses its car by the clock: when it has waited long enough, or when its hold ends, even before that is
 * written down.
 */
const clockRuns = "(status <> 'pending' or coalesce(least(expires_at, hold_ends_at) > now(), true))";

/**
 * Orders that hold a car's days now, by their table or alias. The database's constraint uses only `holds_car`:
 * under the car's lock, `endStaleOrders` writes down what the clock has ended.
 */
export const holdsNow = `(holds_car and ${clockRuns})`;

/**
 * Orders that the clock has ended, while the database still counts them as holding their car or as pending.
 */
export const hasExpired = `(status = 'pending' and (expires_at <= now() or holds_car and hold_ends_at <= now()))`;

/** Bookings under way that hold their car now. The clock alone ends their hold. */
export const isHeldDraft = "(hold_ends_at > now())";

/**
 * SQL: ends the holds of bookings. The typed answers stay. The agreement stays only while the booking may still be
 * paid on a provider's open page.
 */
export const clearHolds = `update wizard_drafts set hold_began_at = null, hold_ends_at = null,
  agreed = case when exists (select from payments where order_id = wizard_drafts.id and status = 'begun') then agreed end`;

/** Days that an order keeps besides its own, until the clock or a person ends that. */
export const isHeldBeside = "(ends_at is null or ends_at > now())";

/**
 * Orders whose car should be back but is not recorded as back by the host or us: until then nobody else can rent
 * the car, on any days. A return that only the renter recorded counts up to the return date, unless it was denied.
 */
export const isOverdue = `((status = 'in_progress' or is_car_out and not ${isReturnedByRenter(`${inLosAngeles("back.finished_at")} <= orders.return_date`)})
    and return_date < ${inLosAngeles("now()")})`;

/** The same for an earlier car of a rental. A return that only the renter recorded counts up to its last day. */
export const isEarlierOverdue = (carId: string): string =>
  `own.car_id = ${carId} and own.ends_on < ${inLosAngeles("now()")}
    and ${isEarlierCarOut(`(back.side <> 'renter' or ${inLosAngeles("back.finished_at")} <= own.ends_on)`)}`;

/**
 * The milliseconds until the clock next changes who has a car: a hold ends, or a day ends in Los Angeles and cars
 * become overdue.
 */
export const nextTurnOfClock = `select (extract(epoch from least(
    (select min(expires_at) from orders where status = 'pending' and expires_at > now()),
    (select min(hold_ends_at) from orders where status = 'pending' and holds_car and hold_ends_at > now()),
    (select min(hold_ends_at) from wizard_drafts where ${isHeldDraft}),
    (select min(ends_at) from day_holds where ends_at > now()),
    (${inLosAngeles("now()")} + 1)::timestamp at time zone '${brand.timeZone}') - now()) * 1000)::float8 as milliseconds`;

/**
 * SQL: the orders whose car, their own or an earlier one, should be back but isn't, as rows of `id`; `carId` and
 * `except`, an order that is left out, are SQL expressions. An order that runs with the car has it already: no
 * other keeps it from its days.
 */
export const overdueOrders = (carId: string, except: string): string =>
  `select overdue.id from (
     select id from orders where car_id = ${carId} and ${isOverdue}
     union all select own.order_id from order_stretches own where ${isEarlierOverdue(carId)}
   ) as overdue
   where overdue.id is distinct from ${except}
     and not exists (select from orders where id = ${except} and car_id = ${carId} and status = 'in_progress')`;

const within = (carId: string, first: string, last: string): string =>
  `car_id = ${carId} and during && daterange(${first}, ${last}, '[]')`;

/** Whether nobody has the car from `first` to `last`, both included. The three are SQL expressions. */
export const isFree = (carId: string, first: string, last: string): string =>
  `not exists (select from orders where ${within(carId, first, last)} and ${holdsNow})
   and not exists (select from wizard_drafts where ${within(carId, first, last)} and ${isHeldDraft})
   and not exists (select from day_holds where ${within(carId, first, last)} and ${isHeldBeside})
   and not exists (select from orders where car_id = ${carId} and ${isOverdue})
   and not exists (select from order_stretches own where ${isEarlierOverdue(carId)})
   and not exists (select from car_blocks where ${within(carId, first, last)})`;

/**
 * A car's held days within a span as rows of `from` and `until`, in order; `except` leaves out one order's days.
 * All are SQL expressions.
 */
export const heldRanges = (carId: string, first: string, last: string, except = "null"): string => {
  const isOthers = (id: string): string => `${id} is distinct from ${except}::uuid`;
  return `select to_char(first_date, 'YYYY-MM-DD') as "from", to_char(last_date, 'YYYY-MM-DD') as "until" from (
     select lower(during) as first_date, return_date as last_date from orders where ${within(carId, first, last)} and ${holdsNow} and ${isOthers("id")}
     union all select pickup_date, return_date from wizard_drafts where ${within(carId, first, last)} and ${isHeldDraft}
     union all select first_date, last_date from day_holds where ${within(carId, first, last)} and ${isHeldBeside} and ${isOthers("order_id")}
     union all select return_date + 1, ${last}::date from orders where car_id = ${carId} and ${isOverdue} and return_date < ${last}::date and ${isOthers("id")}
     union all select own.ends_on + 1, ${last}::date from order_stretches own where ${isEarlierOverdue(carId)} and own.ends_on < ${last}::date and ${isOthers("own.order_id")}
     union all select first_date, last_date from car_blocks where ${within(carId, first, last)}
   ) as held order by first_date`;
};
