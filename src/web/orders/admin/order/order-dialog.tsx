import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AdminOrder, AdminOrderDetail } from "#contract/admin/orders.ts";
import { showAge } from "#web/ui/format/moment.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { ModalHead, useModal, whenClosed } from "#web/ui/modal.tsx";
import { PriceLines } from "#web/ui/price-lines.tsx";
import { AdminOrderCar } from "./order-car.tsx";
import { AdminOrderFacts, AdminOrderRenter } from "./order-facts.tsx";
import { AdminOrderHistory } from "./order-history.tsx";
import { AdminOrderNotes } from "./order-notes.tsx";
import { adminOrderQuery } from "#web/orders/admin/queries.ts";
import { AdminOrderStatus } from "./order-status.tsx";
import styles from "./order-dialog.module.css";
import { KeepTyped } from "#web/ui/dialog/keep-typed.tsx";

/** The parts of other features in the order's dialog: about its money and about the trip. */
export type OrderPartsOf = (order: AdminOrderDetail) => { money: ReactNode; trip: ReactNode };

type AdminOrderDialogProps = {
  id: string;
  titleOf: (order: Pick<AdminOrder, "carName" | "tier">) => string;
  partsOf: OrderPartsOf;
  onClose: () => void;
};

/** Everything about an order, and what may be done with it. */
export function AdminOrderDialog({ id, titleOf, partsOf, onClose }: AdminOrderDialogProps) {
  const dialog = useModal();
  const { data: order, error, refetch } = useQuery(adminOrderQuery(id));

  return (
    <>
      <dialog
        className="dialog w-[min(60rem,100%_-_1.5rem)] p-[clamp(1rem,3vw,1.75rem)] rounded-lg"
        ref={dialog}
        aria-labelledby="admin-order-title"
        onClose={whenClosed(onClose)}
      >
        <ModalHead dialog={dialog}>
          <div>
            <h2 className="h3 num text-[1.375rem]/[1.3]" id="admin-order-title">
              {order ? m.admin_orders_title_of({ number: order.orderNumber }) : m.admin_orders_title_one()}
            </h2>
            {order && (
              <p className="muted small">
                {m.admin_orders_placed({
                  when: showAge(order.createdAt),
                  source: sourceNames[order.source](),
                })}
              </p>
            )}
          </div>
        </ModalHead>
        {!order && !error && <Waiting />}
        <Failed error={error} onRetry={() => void refetch()} />
        {order && <Everything order={order} title={titleOf(order)} parts={partsOf(order)} />}
      </dialog>
      <KeepTyped dialog={dialog} />
    </>
  );
}

type EverythingProps = { order: AdminOrderDetail; title: string; parts: ReturnType<OrderPartsOf> };

function Everything({ order, title, parts }: EverythingProps) {
  return (
    <div
      className={`${styles.parts} grid grid-cols-2 items-start gap-x-[clamp(1.5rem,4vw,3rem)] max-md:grid-cols-1`}
    >
      <div>
        <section aria-labelledby="admin-order-status">
          <h3 id="admin-order-status">{m.admin_orders_status()}</h3>
          <AdminOrderStatus order={order} />
        </section>
        <section aria-labelledby="admin-order-car">
          <h3 id="admin-order-car">{m.admin_orders_car()}</h3>
          <AdminOrderCar order={order} title={title} />
        </section>
        <section aria-labelledby="admin-order-sum">
          <h3 id="admin-order-sum">{m.admin_orders_sum()}</h3>
          <PriceLines {...order} />
        </section>
        {parts.money}
      </div>
      <div>
        <section aria-labelledby="admin-order-renter">
          <h3 id="admin-order-renter">{m.admin_orders_renter()}</h3>
          <AdminOrderRenter order={order} />
        </section>
        <section aria-labelledby="admin-order-facts">
          <h3 id="admin-order-facts">{m.admin_orders_rental()}</h3>
          <AdminOrderFacts order={order} />
        </section>
        {parts.trip}
        <section aria-labelledby="admin-order-notes">
          <h3 id="admin-order-notes">{m.admin_orders_notes()}</h3>
          <AdminOrderNotes id={order.id} notes={order.notes} />
        </section>
        <section aria-labelledby="admin-order-history">
          <h3 id="admin-order-history">{m.admin_orders_history()}</h3>
          <AdminOrderHistory history={order.history} />
        </section>
      </div>
    </div>
  );
}

const sourceNames: Record<AdminOrder["source"], () => string> = {
  request: m.admin_orders_source_request,
  plan: m.admin_orders_source_plan,
  wizard: m.admin_orders_source_wizard,
};
