import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { AdminOrder } from "#contract/admin/orders.ts";
import type { OrderSort } from "#domain/orders/attention.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { useWindowRows } from "#web/ui/list/use-window-rows.ts";
import { m } from "#web/paraglide/messages.js";
import { AdminOrderRow } from "./order-row.tsx";
import { SortHeader, SortSelect } from "./sort-header.tsx";
import type { OrderListFilters } from "./use-order-filters.ts";
import styles from "./order-list.module.css";

type AdminOrderTableProps = {
  orders: readonly AdminOrder[];
  total: number;
  sorted: Pick<OrderListFilters, "sort" | "direction">;
  onSort: (sorted: Pick<OrderListFilters, "sort" | "direction">) => void;
  titleOf: (order: AdminOrder) => string;
  change: { id: string; status: OrderStatus } | undefined;
  isBusy: boolean;
  /** How many new orders have joined the list at the top by themselves, in all. */
  joined: number;
  onOpen: (id: string) => void;
  onSet: (order: AdminOrder, status: OrderStatus) => void;
  /** Called with the last row that is drawn. */
  onSeen: (last: number) => void;
};

/** A table of any number of orders, of which only the rows near the screen are in the page. */
export function AdminOrderTable({
  orders,
  total,
  sorted,
  onSort,
  titleOf,
  change,
  isBusy,
  joined,
  onOpen,
  onSet,
  onSeen,
}: AdminOrderTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [held, setHeld] = useState<number>();
  const { parts, height } = useWindowRows({ body, count: orders.length, held, onSeen });
  useSteadyPlace(body, joined, height);
  const columns: { id: string; sorts: { label: string; sort: OrderSort }[]; isRight?: boolean }[] = [
    {
      id: "order",
      sorts: [
        { label: m.admin_orders_column_order(), sort: "number" },
        { label: m.admin_orders_column_age(), sort: "placed" },
      ],
    },
    { id: "renter", sorts: [{ label: m.admin_orders_column_renter(), sort: "renter" }] },
    { id: "car", sorts: [{ label: m.admin_orders_column_car(), sort: "car" }] },
    {
      id: "dates",
      sorts: [
        { label: m.admin_orders_column_pickup(), sort: "pickup" },
        { label: m.admin_orders_column_return(), sort: "return" },
      ],
    },
    { id: "total", sorts: [{ label: m.admin_orders_column_total(), sort: "total" }], isRight: true },
    { id: "status", sorts: [{ label: m.admin_orders_column_status(), sort: "status" }] },
  ];

  return (
    <div
      className="max-w-full overflow-x-auto"
      role="region"
      aria-label={m.admin_orders_list()}
      aria-busy={isBusy || undefined}
    >
      <SortSelect sorts={columns.flatMap(({ sorts }) => sorts)} sorted={sorted} onSort={onSort} />
      <table className={`table dense ${styles.table}`} aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, sorts, isRight }) => (
              <SortHeader key={id} sorts={sorts} sorted={sorted} isRight={isRight} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          onFocus={({ target }) => setHeld(Number(target.closest<HTMLElement>("[data-row]")?.dataset.row))}
          onBlur={() => setHeld(undefined)}
        >
          {parts.map((part) => {
            if (part.kind === "gap") {
              return (
                <tr key={`before-${part.before}`} className={styles.gap} aria-hidden="true">
                  <td colSpan={columns.length} style={{ height: part.rows * height }} />
                </tr>
              );
            }
            const order = orders[part.at];
            if (!order) return null;
            const next = change?.id === order.id ? change.status : undefined;
            return (
              <AdminOrderRow
                key={order.id}
                order={order}
                title={titleOf(order)}
                at={part.at}
                next={next}
                onOpen={onOpen}
                onSet={onSet}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Somebody who reads further down keeps their place when rows join above. */
function useSteadyPlace(body: RefObject<HTMLElement | null>, joined: number, height: number): void {
  const before = useRef(joined);
  useLayoutEffect(() => {
    const more = joined - before.current;
    before.current = joined;
    if (more > 0 && body.current && body.current.getBoundingClientRect().top < 0)
      window.scrollBy({ top: more * height, behavior: "instant" });
  }, [body, joined, height]);
}
