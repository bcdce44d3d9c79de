import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { DeskOrder, DeskOrderDetail } from "#contract/admin/orders.ts";
import { DeskIcon } from "#web/admin/admin-icon.tsx";
import { showAge } from "#web/ui/format/moment.ts";
import { Failed, Waiting } from "#web/admin/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { PriceLines } from "#web/ui/price-lines.tsx";
import { DeskOrderCar } from "./order-car.tsx";
import { DeskOrderFacts, DeskOrderRenter } from "./order-facts.tsx";
import { DeskOrderHistory } from "./order-history.tsx";
import { DeskOrderNotes } from "./order-notes.tsx";
import { deskOrderQuery } from "./queries.ts";
import { DeskOrderStatus } from "./order-status.tsx";

type DeskOrderDialogProps = { id: string; titleOf: (order: Pick<DeskOrder, "carName" | "tier">) => string; onClose: () => void };

/** Everything about an order, and what may be done with it. */
export function DeskOrderDialog({ id, titleOf, onClose }: DeskOrderDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: order, error, refetch } = useQuery(deskOrderQuery(id));

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog className="dialog order-dialog" ref={dialog} aria-labelledby="desk-order-title" onClose={onClose}>
      <header className="order-dialog-head">
        <div>
          <h2 className="h3 num" id="desk-order-title">
            {order ? m.desk_orders_title_of({ number: order.orderNumber }) : m.desk_orders_title_one()}
          </h2>
          {order && <p className="muted small">{m.desk_orders_placed({ when: showAge(order.createdAt), source: sourceName(order) })}</p>}
        </div>
        <button className="btn btn-quiet btn-icon" type="button" aria-label={m.common_close()} onClick={() => dialog.current?.close()}>
          <DeskIcon name="close" />
        </button>
      </header>
      {!order && !error && <Waiting />}
      <Failed error={error} onRetry={() => void refetch()} />
      {order && <Everything order={order} title={titleOf(order)} />}
    </dialog>
  );
}

function Everything({ order, title }: { order: DeskOrderDetail; title: string }) {
  return (
    <div className="order-parts">
      <div>
        <section aria-labelledby="desk-order-status">
          <h3 id="desk-order-status">{m.desk_orders_status()}</h3>
          <DeskOrderStatus order={order} />
        </section>
        <section aria-labelledby="desk-order-car">
          <h3 id="desk-order-car">{m.desk_orders_car()}</h3>
          <DeskOrderCar order={order} title={title} />
        </section>
        <section aria-labelledby="desk-order-sum">
          <h3 id="desk-order-sum">{m.desk_orders_sum()}</h3>
          <PriceLines {...order} />
        </section>
        <section aria-labelledby="desk-order-notes">
          <h3 id="desk-order-notes">{m.desk_orders_notes()}</h3>
          <DeskOrderNotes id={order.id} notes={order.notes} />
        </section>
      </div>
      <div>
        <section aria-labelledby="desk-order-renter">
          <h3 id="desk-order-renter">{m.desk_orders_renter()}</h3>
          <DeskOrderRenter order={order} />
        </section>
        <section aria-labelledby="desk-order-facts">
          <h3 id="desk-order-facts">{m.desk_orders_rental()}</h3>
          <DeskOrderFacts order={order} />
        </section>
        <section aria-labelledby="desk-order-history">
          <h3 id="desk-order-history">{m.desk_orders_history()}</h3>
          <DeskOrderHistory history={order.history} />
        </section>
      </div>
    </div>
  );
}

function sourceName({ source }: DeskOrder): string {
  if (source === "plan") return m.desk_orders_source_plan();
  return source === "wizard" ? m.desk_orders_source_wizard() : m.desk_orders_source_request();
}
