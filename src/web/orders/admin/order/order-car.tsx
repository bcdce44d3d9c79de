import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import type { AdminOrderDetail, PlanCar } from "#contract/admin/orders.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { planCarsQuery, useAssignCar } from "#web/orders/admin/queries.ts";
import { showRate } from "#web/ui/format/show-rate.ts";
import { changeErrorWords } from "#web/orders/admin/asked-status.ts";

/** What is rented. A plan order has no car until it is given one, and may be given another. */
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
  const cars = useQuery(planCarsQuery(order.id));
  const assigning = useAssignCar(order.id);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const carId = new FormData(event.currentTarget).get("car");
    if (typeof carId === "string" && !assigning.isPending) assigning.mutate(carId, { onSuccess: onDone });
  };

  if (cars.error) return <Failed error={cars.error} onRetry={() => void cars.refetch()} />;
  if (!cars.data) return <Waiting />;
  if (cars.data.length === 0) return <Notice kind="warn">{m.admin_orders_no_free_car()}</Notice>;
  return (
    <form className="stack" onSubmit={send}>
      <Field
        id="admin-order-car-choice"
        label={m.admin_orders_free_cars()}
        hint={m.admin_orders_free_cars_hint()}
      >
        <SelectFrame>
          <select
            className="control"
            id="admin-order-car-choice"
            name="car"
            aria-describedby="admin-order-car-choice-hint"
          >
            {cars.data.map((car) => (
              <option key={car.id} value={car.id}>
                {carWords(car)}
              </option>
            ))}
          </select>
        </SelectFrame>
      </Field>
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

function carWords({ name, year, city, monthlyPrice, plateNumber }: PlanCar): string {
  const words = { name, year, city: cityOrName(city), price: showMoney(monthlyPrice) };
  return plateNumber
    ? m.admin_orders_free_car_plate({ ...words, plate: plateNumber })
    : m.admin_orders_free_car(words);
}
