import { brand } from "#domain/brand.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { timeToPay, unpaidAfterAcceptance, unpaidBooking } from "#domain/booking/wizard.ts";
import { isFirstInstalment } from "#server/db/first-instalment.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { tellsHowToPay } from "#server/provider-settings.ts";
import { isUnpaidBooking } from "#server/rentals/unpaid-booking.ts";
import type { Services } from "#server/services.ts";

const { endsAfterHours } = unpaidBooking;

/** SQL: when a renter took another car for the order last. */
const takenAt = "(select max(closed_at) from order_endings where order_id = orders.id and state = 'taken')";
const pickupTimeAt = `((coalesce(car_since, pickup_date) + pickup_time::time) at time zone '${brand.timeZone}')`;
/** Another car that is taken after the hour of the pickup leaves the least time to pay. */
const pickupAt = `(case when ${takenAt} > ${pickupTimeAt} then ${takenAt} + interval '${timeToPay.leastHours} hours' else ${pickupTimeAt} end)`;
/** SQL for whether a host has accepted the order: its time to pay begins with the yes. */
export const isAccepted = "coalesce(orders.host_answer = 'accepted', false)";
/** SQL: when the charge that followed a host's yes failed; until then its renter had nothing to do. */
const firstFailedAt = `(select max(settled_at) from payments where payments.order_id = orders.id and payments.attempt = 0
  and payments.status = 'failed' and payments.settled_at > orders.host_answered_at
  and exists (select from instalments first where first.id = payments.instalment_id and ${isFirstInstalment("first")}))`;
/** A renter who had to take another car has the whole time once more. */
const bookedAt = `greatest(case when ${isAccepted} then greatest(orders.host_answered_at, ${firstFailedAt})
  else orders.created_at end, ${takenAt})`;
export const inFull = `(${bookedAt} + interval '${endsAfterHours} hours')`;

/**
 * SQL for the end of the time to pay. With a provider: some hours before the pickup, but after a few hours to pay;
 * after a host's yes, by the pickup, unless the yes came later. Without one: null if the pickup comes first, so that we settle it.
 */
export const endsAt = ({ providers }: Pick<Services, "providers">): string =>
  providers.size > 0
    ? `(case when ${isAccepted} then least(case when ${pickupAt} > ${bookedAt} then ${pickupAt} end,
          ${bookedAt} + interval '${unpaidAfterAcceptance.endsAfterHours} hours')
        else least(${pickupAt}, greatest(${bookedAt} + interval '${timeToPay.leastHours} hours',
        least(${inFull}, ${pickupAt} - interval '${timeToPay.beforePickupHours} hours'))) end)`
    : `case when ${inFull} <= ${pickupAt} then ${inFull} end`;

/**
 * SQL for unpaid bookings that nobody is paying now. A payment that was begun in time counts as paid unless it
 * fails: a page has an end of its own, and a provider may need days for a payment.
 */
export const isUnpaid = (services: Pick<Services, "providers">): string =>
  `${isUnpaidBooking} and not exists (select from payments
    where order_id = orders.id and payments.status = 'begun' and payments.created_at <= ${endsAt(services)})`;

/** Until when an order's first payment may wait before the order ends; undefined if it doesn't end by itself. */
export async function payUntilOf(
  services: Pick<Services, "config" | "providers">,
  db: Db,
  { id, status, hostAnswer }: Pick<OrderRow, "id" | "status" | "hostAnswer">,
): Promise<Date | undefined> {
  const mayEnd = status === "confirmed" || waitsForPayment({ status, hostAnswer });
  if (!mayEnd || !tellsHowToPay(services.config)) return undefined;
  const [found] = await rowsIn(db)<{ at: number | null }>(
    `select (extract(epoch from ${endsAt(services)}) * 1000)::float8 as at from orders where id = $1 and ${isUnpaid(services)}`,
    [id],
  );
  return found?.at ? new Date(found.at) : undefined;
}
