import { useRef, useState } from "react";
import type { DeskOrder } from "#contract/desk-orders.ts";
import type { OrderStatus } from "#domain/order-status.ts";
import { useWindowRows } from "#web/desk/use-window-rows.ts";
import { m } from "#web/paraglide/messages.js";
import { DeskOrderRow } from "./desk-order-row.tsx";

type DeskOrderTableProps = {
  orders: readonly DeskOrder[];
  total: number;
  titleOf: (order: DeskOrder) => string;
  change: { id: string; status: OrderStatus } | undefined;
  isBusy: boolean;
  onOpen: (id: string) => void;
  onSet: (order: DeskOrder, status: OrderStatus) => void;
  /** Called with the last row that is drawn. */
  onSeen: (last: number) => void;
};

/** As many orders as there are, of which only those near the screen stand in the page. */
export function DeskOrderTable({ orders, total, titleOf, change, isBusy, onOpen, onSet, onSeen }: DeskOrderTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [held, setHeld] = useState<number>();
  const { parts, height } = useWindowRows({ body, count: orders.length, held, onSeen });
  const columns = [
    { label: m.desk_orders_column_order() },
    { label: m.desk_orders_column_renter() },
    { label: m.desk_orders_column_car() },
    { label: m.desk_orders_column_dates() },
    { label: m.desk_orders_column_total(), isRight: true },
    { label: m.desk_orders_column_status() },
    { label: m.desk_orders_column_age() },
  ];

  return (
    <div className="table-wrap" role="region" aria-label={m.desk_orders_list()} aria-busy={isBusy || undefined}>
      <table className="table dense orders-table" aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ label, isRight }) => (
              <th key={label} scope="col" className={isRight ? "right" : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onFocus={({ target }) => setHeld(Number(target.closest<HTMLElement>("[data-row]")?.dataset.row))} onBlur={() => setHeld(undefined)}>
          {parts.map((part) => {
            if (part.kind === "gap") {
              return (
                <tr key={`before-${part.before}`} className="row-gap" aria-hidden="true">
                  <td colSpan={columns.length} style={{ height: part.rows * height }} />
                </tr>
              );
            }
            const order = orders[part.at];
            if (!order) return null;
            const next = change?.id === order.id ? change.status : undefined;
            return <DeskOrderRow key={order.id} order={order} title={titleOf(order)} at={part.at} next={next} onOpen={onOpen} onSet={onSet} />;
          })}
        </tbody>
      </table>
    </div>
  );
}
