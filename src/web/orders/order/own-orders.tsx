import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { listOwnOrders } from "#contract/account/orders.ts";
import type { Order } from "#contract/orders.ts";
import { formatDate } from "#domain/dates.ts";
import { apiPage } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PriceLines } from "#web/ui/price-lines.tsx";
import { showRate } from "#web/ui/format/show-rate.ts";
import { PhaseMoon } from "./order-phases.tsx";
import { statusName } from "#web/orders/status-names.ts";

const ownOrdersQuery = infiniteQueryOptions({
  queryKey: ["api", "account", "orders"],
  queryFn: ({ pageParam }) =>
    apiPage<typeof listOwnOrders>(
      { method: "GET", path: "/api/account/orders" },
      { query: { limit: "10", cursor: pageParam } },
    ),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** One's own orders, newest first. `titleOf` names an order that has no car yet. */
export function OwnOrders({ titleOf }: { titleOf: (order: Order) => string }) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(ownOrdersQuery);
  const orders = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error)
    return (
      <Notice kind="bad" isAlert>
        {m.own_orders_failed()}
      </Notice>
    );
  if (!data)
    return (
      <p className="waiting" role="status">
        <span className="moon-spin" aria-hidden="true" />
        {m.own_orders_loading()}
      </p>
    );
  return (
    <>
      {orders.length === 0 ? (
        <div className="empty">
          <p>{m.own_orders_none()}</p>
          <Link className="btn btn-primary" to="/cars">
            {m.layout_browse_cars()}
          </Link>
        </div>
      ) : (
        <ul className="order-list">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} title={titleOf(order)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <p>
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            onClick={() => !isFetching && void fetchNextPage()}
          >
            {m.own_orders_more()}
          </button>
        </p>
      )}
      <p className="small muted">
        {m.own_orders_elsewhere()} <Link to="/find-order">{m.own_orders_find()}</Link>
      </p>
    </>
  );
}

function OrderRow({ order, title }: { order: Order; title: string }) {
  const language = currentLanguage();
  const dates = m.own_orders_dates({
    from: formatDate(order.pickupDate, language),
    until: formatDate(order.returnDate, language),
  });
  return (
    <li>
      <div className="thumbnail">
        {order.car?.image ? (
          <img src={order.car.image} alt="" width="104" height="69" loading="lazy" />
        ) : (
          <Icon name="key" />
        )}
      </div>
      <div className="what">
        <h3>
          <Link to={`/order-complete?order=${order.id}`}>{title}</Link>
        </h3>
        <p>{dates}</p>
        <p className="note">{m.own_orders_number({ number: order.orderNumber, days: order.days })}</p>
      </div>
      <p className="cost">
        <b>{showMoney(order.totalPrice)}</b>
        {showRate(order)}
      </p>
      <p className="st">
        <span className={`badge badge-${order.status}`}>
          <PhaseMoon status={order.status} />
          {statusName(order.status)}
        </span>
      </p>
      <details className="order-more">
        <summary>
          {m.own_orders_details()}
          <span className="sr-only">{order.orderNumber}</span>
        </summary>
        <PriceLines {...order} />
      </details>
    </li>
  );
}
