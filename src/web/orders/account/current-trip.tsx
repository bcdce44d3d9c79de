import { Link } from "react-router";
import type { OwnOrder } from "#contract/account/orders.ts";
import { daysBetween, formatDate } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useToday } from "#web/layout/business.ts";
import { ownDates } from "./order-row.tsx";
import { ownTitle } from "./own-title.ts";
import { StageBadge } from "./stage-badge.tsx";
import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import styles from "./overview.module.css";

/** The trip that somebody is on, or the next: how far it is, and the way to all of it. */
export function CurrentTrip({ order }: { order: OwnOrder }) {
  const language = currentLanguage();
  const isUnderWay = order.stage === "in_progress" || order.stage === "overdue";
  const today = useToday();
  const day = Math.min(order.totalDays, Math.max(1, daysBetween(order.pickupDate, today) + 1));
  return (
    <article className={`card ${styles.trip}`} aria-labelledby="trip-now">
      <div className={styles.shot}>
        {order.car?.image && <img src={order.car.image} alt="" width="780" height="520" />}
      </div>
      <div className="grid gap-4">
        <div>
          <StageBadge stage={order.stage} />
          <h2 className="h3" id="trip-now">
            <Link to={`/dashboard/trips/${order.id}`}>{ownTitle(order)}</Link>
          </h2>
          <p className="small muted">
            {order.orderNumber}
            <br />
            {isUnderWay ? m.me_trip_back({ date: formatDate(order.returnDate, language) }) : ownDates(order)}
          </p>
        </div>
        {isUnderWay && (
          <div className={styles.span}>
            <p>
              <b>{m.me_trip_day({ day })}</b>
              <span>{m.me_trip_of_days({ days: order.totalDays })}</span>
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
