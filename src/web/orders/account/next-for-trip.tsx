import { Link } from "react-router";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { HandoverNeed } from "#domain/trips/condition.ts";
import { phoneLink, useBusiness, useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { showTime } from "#web/ui/format/show-time.ts";

/** Steps that the renter can take before the pickup, and where. The other needs are met without the renter. */
const needs: Partial<Record<HandoverNeed, { words: () => string; to: (id: string) => string }>> = {
  licence: { words: m.trip_next_licence, to: () => "/dashboard/license" },
  insurance_proof: { words: m.trip_next_insurance, to: (id) => `/dashboard/insurance/${id}` },
  agreement: { words: m.trip_next_agreement, to: (id) => `/dashboard/trips/${id}/agreement` },
  first_instalment: { words: m.trip_next_payment, to: () => "#order-payments" },
};

/**
 * The next steps of a trip: the sum due today, what is missing before the pickup, the record of the pickup or the
 * return on its day, when and where, and the number to call. A trip that is over shows only the sum due; a trip
 * whose renter chooses another car shows only the number.
 */
export function NextForTrip({ order }: { order: OwnOrderDetail }) {
  const business = useBusiness();
  const { id, lacks, dueNow, status, replacing = false } = order;
  const isDue = !replacing && Number(dueNow) > 0;
  const isOver = status === "completed" || status === "cancelled";
  const isAhead = !isOver && !replacing;
  if (!isDue && (isOver || (replacing && !business?.phone))) return null;
  const missing = lacks
    .filter((need) => !(isDue && need === "first_instalment"))
    .flatMap((need) => needs[need] ?? []);
  return (
    <div className="grid gap-4 rounded-lg bg-sunken px-5 py-4">
      {isDue && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <b>{m.trip_next_due({ amount: showMoney(dueNow) })}</b>
          <a className="btn btn-primary btn-sm no-print" href="#order-payments">
            {m.trip_next_pay()}
          </a>
        </p>
      )}
      {isAhead && missing.length > 0 && (
        <div className="grid gap-1">
          <p>
            <b>{m.trip_next_missing()}</b>
          </p>
          <ul className="grid gap-1">
            {missing.map(({ words, to }) => (
              <li key={to(id)}>
                <Link to={to(id)}>{words()}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <RecordToday {...order} />
      <dl className="named gap-1 text-[0.875rem]/[1.5] tabular-nums [--names:6rem]">
        {isAhead && (
          <div>
            <dt>{status === "in_progress" ? m.order_fact_return() : m.order_fact_pickup()}</dt>
            <dd>{momentOf(order)}</dd>
          </div>
        )}
        {isAhead && pickupPlaceOf(order) && (
          <div>
            <dt>{order.pickupLocation ? m.order_fact_address() : m.order_fact_place()}</dt>
            <dd>{pickupPlaceOf(order)}</dd>
          </div>
        )}
        {business?.phone && (
          <div>
            <dt>{m.trip_next_call()}</dt>
            <dd>
              <a href={phoneLink(business.phone)}>{business.phone}</a>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** A link to the record that is due: the pickup's, once nothing is missing, or the return's on its day. */
function RecordToday({ id, status, lacks, car, replacing, returnDate }: OwnOrderDetail) {
  const today = useToday();
  const isPickup = status === "confirmed";
  if (!car || replacing || (isPickup ? lacks.length : status !== "in_progress" || today < returnDate))
    return null;
  return (
    <Link
      className="btn btn-primary btn-sm no-print w-fit"
      to={`/trip-${isPickup ? "start" : "complete"}/${id}`}
    >
      {isPickup ? m.condition_record_pickup() : m.condition_record_return()}
    </Link>
  );
}

function momentOf({ status, pickupDate, pickupTime, returnDate, returnTime }: OwnOrderDetail): string {
  const [date, time] = status === "in_progress" ? [returnDate, returnTime] : [pickupDate, pickupTime];
  return m.order_day_at({ date: showDate(date), time: showTime(time) });
}

/** The pickup place that the renter wanted, otherwise the city. */
const pickupPlaceOf = ({ pickupLocation, location }: OwnOrderDetail): string =>
  pickupLocation || (location ? cityOrName(location) : "");
