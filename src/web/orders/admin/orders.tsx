import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { AdminOrder } from "#contract/admin/orders.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { mostCountedOrders } from "#domain/orders/most-counted.ts";
import { inBothLanguages } from "#web/admin/words/in-both.ts";
import { statsQuery } from "#web/admin/queries.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { AdminOrderDialog, type OrderPartsOf } from "./order/order-dialog.tsx";
import { AdminOrderFilters } from "./order-filters.tsx";
import { adminOrdersQuery, useSetStatus } from "./queries.ts";
import { AdminOrderTable } from "./order-table.tsx";
import { StatusDialog } from "./status-dialog.tsx";
import { showNumber } from "#web/ui/format/show-number.ts";
import { useNewOrders } from "./use-new-orders.ts";
import { isFiltered, noFilters, useOrderFilters } from "./use-order-filters.ts";

/** Rows before the end at which the next page is asked for. */
const ahead = 30;

type AdminOrdersProps = {
  /** The name of an order: its car, or its plan while it has no car. */
  titleOf: (order: Pick<AdminOrder, "carName" | "tier">) => string;
  partsOf: OrderPartsOf;
};

/** Every order: to be found, read, and given another status. The filters are in the address. */
export function AdminOrders({ titleOf, partsOf }: AdminOrdersProps) {
  const { filters, openOrder, change, open, close } = useOrderFilters();
  const stats = useQuery(statsQuery);
  const list = useInfiniteQuery(adminOrdersQuery(filters));
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  // A status chosen in the list, by mouse or by key, is confirmed in a dialog first: every change sends an email.
  const [asked, setAsked] = useState<{ order: AdminOrder; status: OrderStatus }>();
  const setting = useSetStatus(
    () => setAsked(undefined),
    (order) => setAsked((now) => (now?.order.id === order.id ? { ...now, order } : now)),
  );
  const [joined, setJoined] = useState(0);
  const onJoined = useCallback((count: number) => setJoined((before) => before + count), []);
  useNewOrders(filters, list.isSuccess && !list.isPlaceholderData, onJoined);
  const orders = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const loaded = orders.length;

  const onSeen = useCallback(
    (last: number) => {
      if (last > loaded - ahead && hasNextPage && !isFetching && !isError) void fetchNextPage();
    },
    [loaded, hasNextPage, isFetching, isError, fetchNextPage],
  );

  return (
    <>
      <AdminOrderFilters filters={filters} stats={stats.data} onChange={change} />
      {!list.data && !list.error && <Waiting />}
      {list.data && loaded === 0 && (
        <NoOrders isFiltered={isFiltered(filters)} onClear={() => change(noFilters)} />
      )}
      {loaded > 0 && (
        <AdminOrderTable
          orders={orders}
          total={total}
          sorted={filters}
          onSort={change}
          titleOf={titleOf}
          change={
            setting.isPending
              ? { id: setting.variables.order.id, status: setting.variables.status }
              : undefined
          }
          isBusy={list.isPlaceholderData}
          joined={joined}
          onOpen={open}
          onSet={(order, status) => {
            if (setting.isPending) return;
            setting.reset();
            setAsked({ order, status });
          }}
          onSeen={onSeen}
        />
      )}
      <Failed
        error={list.error}
        title={
          failureCode(list.error)
            ? inBothLanguages(m.admin_orders_failed)
            : inBothLanguages(m.admin_orders_network)
        }
        onRetry={() => void (list.isFetchNextPageError ? fetchNextPage() : list.refetch())}
      />
      {loaded > 0 && (
        <p className="admin-foot muted num" role="status">
          {filters.search && total >= mostCountedOrders
            ? m.admin_orders_shown_many({ shown: showNumber(loaded) })
            : m.admin_orders_shown({ shown: showNumber(loaded), total: showNumber(total) })}
        </p>
      )}
      {asked && (
        <StatusDialog
          // The order is read again after a refusal, also where the list shows it no more: the next attempt is about
          // the order as it is by then.
          order={orders.find(({ id }) => id === asked.order.id) ?? asked.order}
          status={asked.status}
          setting={setting}
          onOpen={() => {
            setAsked(undefined);
            open(asked.order.id);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {openOrder && (
        <AdminOrderDialog
          key={openOrder}
          id={openOrder}
          titleOf={titleOf}
          partsOf={partsOf}
          onClose={close}
        />
      )}
    </>
  );
}

function NoOrders({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <Empty icon="order" title={m.admin_orders_none()} />;
  return (
    <Empty icon="search" title={m.admin_orders_none_found()}>
      <button className="btn btn-secondary" type="button" onClick={onClear}>
        {m.admin_orders_clear()}
      </button>
    </Empty>
  );
}
