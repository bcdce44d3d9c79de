import { Link } from "react-router";
import type { ListedOrder, OwnOrder } from "#contract/account/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { Icon } from "#web/ui/icon.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { StageBadge } from "./stage-badge.tsx";

/** The days of an order, from pickup to return. */
export function ownDates({ pickupDate, returnDate }: Pick<OwnOrder, "pickupDate" | "returnDate">): string {
  return m.own_orders_dates({
    from: showDate(pickupDate),
    until: showDate(returnDate),
  });
}

/** An order in a list. `title` names it: its car, or its plan. */
export function OrderRow({ order, title }: { order: ListedOrder; title: string }) {
  return (
    <li>
      <div className="pictured w-26 h-17 max-[30rem]:w-18 max-[30rem]:h-12">
        {order.car?.image ? (
          <img src={order.car.image} alt="" width="104" height="69" loading="lazy" />
        ) : (
          <Icon name="key" />
        )}
      </div>
      <div className="what max-md:col-span-2">
        <h3 className="text-base/[1.4]">
          <Link to={`/dashboard/trips/${order.id}`}>{title}</Link>
        </h3>
        <p className="text-balance">{ownDates(order)}</p>
        <p className="note">
          {m.own_orders_number({
            number: order.orderNumber,
            days: m.common_days({ days: order.totalDays }),
            rate: showMoney(order.dailyRate),
          })}
        </p>
        {order.reviewable && (
          <p>
            <Link className="link" to={`/trip-complete/${order.id}`}>
              <span>{m.reviews_rate()}</span>
            </Link>
          </p>
        )}
      </div>
      <p className="text-right whitespace-nowrap max-md:col-start-2 max-md:text-start">
        <b className="block text-base/[inherit] text-ink">{showMoney(order.totalPrice)}</b>
      </p>
      <p className="justify-self-end">
        <StageBadge stage={order.stage} />
      </p>
    </li>
  );
}
