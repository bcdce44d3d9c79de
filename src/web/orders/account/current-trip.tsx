import { Link } from "react-router";
import type { OwnOrder } from "#contract/account/orders.ts";
import { daysBetween } from "#domain/dates.ts";
import { useToday } from "#web/layout/business.ts";
import { ownDates } from "./order-row.tsx";
import { ownTitle } from "./own-title.ts";
import { StageBadge } from "./stage-badge.tsx";
import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import { showDate } from "#web/ui/format/show-date.ts";

/** The current or next trip of the renter: its progress, and a link to its page. */
export function CurrentTrip({ order }: { order: OwnOrder }) {
  const isUnderWay = order.stage === "in_progress" || order.stage === "overdue";
  const today = useToday();
  const day = Math.min(order.totalDays, Math.max(1, daysBetween(order.pickupDate, today) + 1));
  return (
    <article
      className="card grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)] items-center gap-[clamp(1.25rem,3vw,2.25rem)] p-[clamp(1rem,2vw,1.25rem)] max-md:grid-cols-1"
      aria-labelledby="trip-now"
    >
      <div className="grid aspect-3/2 place-items-center overflow-hidden rounded-md bg-sunken">
        {order.car?.image && (
          <img src={order.car.image} className="h-auto w-[92%]" alt="" width="780" height="520" />
        )}
      </div>
      <div className="grid gap-4">
        <div>
          <StageBadge stage={order.stage} />
          <h2 className="h3 mt-2" id="trip-now">
            <Link className="no-underline" to={`/dashboard/trips/${order.id}`}>
              {ownTitle(order)}
            </Link>
          </h2>
          <p className="small muted">
            {order.orderNumber}
            <br />
            {isUnderWay
              ? m.me_trip_back({ date: showDate(order.toBringBack?.dueOn ?? order.returnDate) })
              : ownDates(order)}
          </p>
        </div>
        {isUnderWay && (
          <div className="grid gap-1.75 text-sm/[1.4] tabular-nums">
            <p className="flex justify-between gap-4">
              <b>{m.me_trip_day({ day })}</b>
              <span className="text-ink-soft">{m.me_trip_of_days({ days: order.totalDays })}</span>
            </p>
            <progress value={day} max={order.totalDays} aria-label={m.me_trip_days()} />
          </div>
        )}
        <p className="small muted">{m.order_fact_miles_pooled({ miles: showNumber(order.milesIncluded) })}</p>
        <p>
          <Link className="btn btn-primary" to={`/dashboard/trips/${order.id}`}>
            {m.me_trip_open()}
          </Link>
        </p>
      </div>
    </article>
  );
}
