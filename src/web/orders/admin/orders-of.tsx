import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type AdminOrder, listAdminOrders } from "#contract/admin/orders.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { tierName } from "#web/ui/format/plan-words.ts";
import { adminStatusName } from "./status-change-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";

const ordersOfQuery = (account: string) =>
  infiniteQueryOptions({ ...endpointPages(listAdminOrders, { query: { account, limit: "20" } }), gcTime: 0 });

/** The orders of one account, newest first, each with a link to it. */
export function OrdersOf({ accountId }: { accountId: string }) {
  const list = useInfiniteQuery(ordersOfQuery(accountId));
  const orders = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (!list.data) return <WaitingOrFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (orders.length === 0) return <Empty icon="order" title={m.admin_orders_none()} />;
  return (
    <>
      <DataTable label={m.admin_users_orders()} columns={columns()} rows={orders} keyOf={({ id }) => id} />
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      <ListFoot shown={orders.length} total={list.data.pages[0]?.total} list={list} />
    </>
  );
}

const columns = (): Column<AdminOrder>[] => {
  return [
    {
      id: "number",
      label: m.admin_orders_column_order(),
      isName: true,
      cell: ({ id, orderNumber, carName, tier }) => (
        <>
          <Link to={`/admin/order-management?order=${id}`}>{orderNumber}</Link>
          <small>{(carName && shownCarName(carName)) ?? (tier ? tierName(tier) : "")}</small>
        </>
      ),
    },
    {
      id: "dates",
      label: m.admin_orders_column_pickup(),
      cell: ({ pickupDate, returnDate }) =>
        m.own_orders_dates({
          from: showDate(pickupDate),
          until: showDate(returnDate),
        }),
    },
    {
      id: "total",
      label: m.admin_orders_column_total(),
      isRight: true,
      cell: ({ totalPrice }) => showMoney(totalPrice),
    },
    {
      id: "status",
      label: m.admin_orders_column_status(),
      cell: ({ status }) => (
        <span className={`badge badge-${status}`}>
          <PhaseMoon status={status} />
          {adminStatusName(status)}
        </span>
      ),
    },
  ];
};
