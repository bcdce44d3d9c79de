import { activeStatuses, awaitedStatuses } from "#domain/orders/lifecycle.ts";
import { openRequest } from "#server/db/schema/changes.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import type { OrderAttention } from "#domain/orders/attention.ts";
import { lateAfterHours } from "#domain/orders/late.ts";
import { warnBefore } from "#domain/orders/lifecycle.ts";
import { timeToPay } from "#domain/booking/wizard.ts";
import { isUninsuredOn } from "#server/db/covered-until.ts";
import { isEarlierCarOut } from "#server/db/earlier-cars-out.ts";
import { owesFirstInstalment } from "#server/db/first-instalment.ts";
import { isHostingNowOf } from "#server/db/hosting-now.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { interval } from "#server/db/sql-text.ts";

const dayOf = (now: string) => `${now}::timestamp::date`;
/** The first day with the car: an awaited rental may have got another car after its pickup date. */
const pickupDay = "coalesce(car_since, pickup_date)";
const pickup = `(${pickupDay} + pickup_time::time)`;
const beforePickup = `interval '${timeToPay.beforePickupHours} hours'`;

/**
 * SQL over `order_changes` and their `orders`: a request that waits for an answer, either for an extension, or for
 * another change except a swap where no host hosts the order's car anymore.
 */
export const isAwaitedChange = `(${openRequest} and (order_changes.kind = 'extension' or order_changes.kind <> 'swap'
  and not exists (select from accounts host where host.id = orders.host_id and ${isHostingNowOf("host")})))`;

/** SQL: a plan order whose email address nobody has confirmed, and that no administrator has worked on. */
export const isUnconfirmedPlanOrder = `(source = 'plan' and status = 'pending' and email_confirmed_at is null and car_id is null and host_answer is null
  and not exists (select from audit_events where entity = 'order' and entity_id = orders.id::text and action = 'status'))`;

/**
 * Each condition as SQL over `orders`, for alerts and lists alike, so that an alert counts the rows that it
 * leads to. `now` writes a placeholder for Los Angeles's date and time.
 */
export const attentionCondition: Record<OrderAttention, (now: () => string) => string> = {
  // A car due back at ten is overdue at eleven (late fees have another rule), an earlier car after its last day.
  overdue: (now) =>
    `(status = 'in_progress' and return_date + return_time::time + interval '${lateAfterHours} hours' <= ${now()}::timestamp
      or orders.id = any(array(select own.order_id from order_stretches own where own.ends_on < ${dayOf(now())} and ${isEarlierCarOut()})))`,
  // Nobody but the renter has recorded the return: it counts from the next day on, or from the end of the return
  // date. An order that was unmade while its car was out counts at once.
  car_out: (now) =>
    `(is_car_out and (trip_completed_at is null or least(return_date, ${inLosAngeles("trip_completed_at")}) < ${dayOf(now())}))`,
  not_handed_over: (now) => `(status = 'confirmed' and ${pickupDay} < ${dayOf(now())})`,
  // Nobody gets the keys before the first payment: administrators hear of it 12 hours before the pickup.
  unpaid_pickup: (
    now,
  ) => `(status = 'confirmed' and ${pickup} - ${beforePickup} <= ${now()}::timestamp and ${pickupDay} >= ${dayOf(now())}
    and ${owesFirstInstalment})`,
  about_to_expire: () => `(status = 'pending' and expires_at < now() + ${interval(warnBefore)})`,
  // Includes a plan order whose host declined or did not answer, but none with an unconfirmed address.
  without_car: () =>
    `(${isOneOf("status", awaitedStatuses)} and not ${isUnconfirmedPlanOrder}
      and (car_id is null or status = 'pending' and source = 'plan' and host_answer in ('declined', 'lapsed')))`,
  // The renter's own proof of insurance ended before the rental does, and no other follows it without a gap.
  uninsured: (now) => `(${isOneOf("status", activeStatuses)} and ${isUninsuredOn(dayOf(now()))})`,
  request: () =>
    `exists (select from order_changes where order_changes.order_id = orders.id and ${isAwaitedChange})`,
  // The order's documents have a character that is in none of our fonts: they wait.
  unprintable: () => "(unprintable is not null)",
  // The odometer at the return reads less than at the pickup, and no administrator has decided about it.
  low_reading: () => "has_low_reading",
};

/** SQL: the day since which a car of an order is overdue, its own or an earlier one. */
export const overdueSince = `least(return_date, (select min(own.ends_on) from order_stretches own
  where own.order_id = orders.id and ${isEarlierCarOut()}))`;
