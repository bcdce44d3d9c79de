import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { FreeCarChoice } from "#web/orders/admin/free-car-choice.tsx";
import { useAssignCar } from "#web/orders/admin/queries.ts";
import { showRate } from "#web/ui/format/show-rate.ts";
import { changeErrorWords } from "#web/orders/admin/status-change-words.ts";

/** The rented car. A plan's order has no car until an administrator gives it one, perhaps later another. */
export function AdminOrderCar({ order, title }: { order: AdminOrderDetail; title: string }) {
  const [isChoosing, setChoosing] = useState(false);
  const { vehicleId, tier, canChooseCar } = order;
  return (
    <div className="stack">
      <p>
        {vehicleId ? <Link to={`/cars/${vehicleId}`}>{title}</Link> : <b>{title}</b>}
        <br />
        <span className="muted small num">{showRate(order)}</span>
      </p>
      {!vehicleId && <p className="late small">{m.admin_orders_no_car()}</p>}
      {vehicleId && !tier && canChooseCar && <p className="late small">{m.admin_orders_car_retired()}</p>}
      {canChooseCar && !isChoosing && (
        <p>
          <button className="btn btn-secondary" type="button" onClick={() => setChoosing(true)}>
            {vehicleId ? m.admin_orders_other_car() : m.admin_orders_choose_car()}
          </button>
        </p>
      )}
      {isChoosing && <ChooseCar order={order} onDone={() => setChoosing(false)} />}
    </div>
  );
}

function ChooseCar({ order, onDone }: { order: AdminOrderDetail; onDone: () => void }) {
  const [carId, setCarId] = useState("");
  const assigning = useAssignCar(order);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (carId && !assigning.isPending) assigning.mutate(carId, { onSuccess: onDone });
  };

  return (
    <form className="stack" onSubmit={send}>
      <FreeCarChoice
        orderId={order.id}
        id="admin-order-car-choice"
        hint={m.admin_orders_free_cars_hint()}
        none={m.admin_orders_no_free_car()}
        carId={carId}
        onChoose={setCarId}
      />
      {assigning.error && (
        <Notice kind="bad" isAlert>
          {changeErrorWords(assigning.error)}
        </Notice>
      )}
      <FormActs
        send={m.admin_orders_give_car()}
        isSending={assigning.isPending}
        leave={m.admin_cancel()}
        onLeave={onDone}
      />
    </form>
  );
}
