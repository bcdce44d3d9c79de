import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { type OwnFilter, ownFilters } from "#domain/orders/own-orders.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { OrderRow } from "./order-row.tsx";
import { ownTitle } from "./own-title.ts";
import { ownOrdersQuery } from "./queries.ts";
import { UnconfirmedOrders } from "./unconfirmed-orders.tsx";

export const meta = () => pageMeta({ title: m.account_orders() });

/** The filters in the order of the specification. */
const shownFilters: readonly OwnFilter[] = ["all", "completed", "active"];
const filterNames: Record<OwnFilter, () => string> = {
  all: m.own_orders_all,
  active: m.own_orders_active,
  completed: m.own_orders_completed,
};
const emptyWords: Record<OwnFilter, () => string> = {
  all: m.own_orders_none,
  active: m.own_orders_none_active,
  completed: m.own_orders_none_completed,
};

/** The renter's own orders, newest first, under the filter that the address names. */
export default function OwnOrdersPage() {
  const [search, setSearch] = useSearchParams();
  const filter = ownFilters.find((one) => one === search.get("filter")) ?? "all";
  const list = useInfiniteQuery(ownOrdersQuery(filter));
  const { data, error } = list;
  const orders = data?.pages.flatMap(({ items }) => items) ?? [];
  const counts = data?.pages[0]?.counts;

  return (
    <>
      <header className="me-head">
        <h1 className="h2">{m.account_orders()}</h1>
        <div className="chips" role="group" aria-label={m.own_orders_filter()}>
          {shownFilters.map((one) => (
            <button
              key={one}
              className="chip"
              type="button"
              aria-pressed={one === filter}
              onClick={() => setSearch(one === "all" ? {} : { filter: one }, { preventScrollReset: true })}
            >
              {filterNames[one]()} {counts && <span className="num">{counts[one] ?? 0}</span>}
            </button>
          ))}
        </div>
      </header>
      <UnconfirmedOrders />
      <Failed error={error} title={m.own_orders_failed()} onRetry={() => void list.refetch()} />
      {!data && !error && <Waiting>{m.own_orders_loading()}</Waiting>}
      {data && orders.length === 0 && (
        <div className="empty">
          <p>{emptyWords[filter]()}</p>
          {filter === "all" && (
            <Link className="btn btn-primary" to="/cars">
              {m.layout_browse_cars()}
            </Link>
          )}
        </div>
      )}
      {orders.length > 0 && (
        <ul className="order-list">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} title={ownTitle(order)} />
          ))}
        </ul>
      )}
      <MoreButton list={list} label={m.own_orders_more()} />
      <p className="small muted">
        {m.own_orders_elsewhere()} <Link to="/find-order">{m.own_orders_find()}</Link>
      </p>
    </>
  );
}
