import { endpointQuery } from "#web/endpoint-query.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type AdminOrder, listAdminOrders } from "#contract/admin/orders.ts";
import { showAge } from "#web/ui/format/moment.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { adminStatusName } from "./status-change-words.ts";
import { pollPace } from "./use-new-orders.ts";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";

/** The number that the specification asks for. */
const shown = "3";

const newestOrdersQuery = queryOptions({
  ...endpointQuery(listAdminOrders, { query: { limit: shown } }),
  refetchInterval: pollPace,
  gcTime: 0,
});

/** The latest orders, each with a link to it. */
export function NewestOrders({
  titleOf,
}: {
  titleOf: (order: Pick<AdminOrder, "carName" | "tier">) => string;
}) {
  const { data: orders, error, refetch } = useQuery(newestOrdersQuery);
  if (!orders) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  if (orders.length === 0) return <Empty icon="order" title={m.admin_orders_none()} />;
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <ul className="acted">
        {orders.map((order) => (
          <li key={order.id}>
            <PhaseMoon status={order.status} />
            <p>
              <Link to={`/admin/order-management?order=${order.id}`}>{order.orderNumber}</Link>
              <span>{showAge(order.createdAt)}</span>
              <b>
                {m.admin_newest_order({
                  car: titleOf(order),
                  renter: order.renterName,
                  total: showMoney(order.totalPrice),
                  status: adminStatusName(order.status),
                })}
              </b>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
