import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { PlanCar } from "#contract/admin/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { planCarsQuery } from "./queries.ts";
import { OptionText } from "#web/ui/form/option-words.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import "#web/styles/options.css";
import { longestSearch } from "#domain/text-lengths.ts";

type FreeCarChoiceProps = {
  orderId: string;
  id: string;
  hint: string;
  /** The words if no car fits at all. */
  none: string;
  /** Empty until a car is chosen. */
  carId: string;
  onChoose: (carId: string) => void;
};

/** Finds a car for an order by words or plate, among those that fit it and are free on its days. */
export function FreeCarChoice({ orderId, id, hint, none, carId, onChoose }: FreeCarChoiceProps) {
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const cars = useQuery(planCarsQuery(orderId, q));
  const again = () => void cars.refetch();
  // Words that were typed stay, even if the search for them fails.
  if (!cars.data && q === "") return <WaitingOrFailed error={cars.error} onRetry={again} />;
  const { items = [], total = items.length } = cars.data ?? {};
  if (items.length === 0 && q === "") return <Notice kind="warn">{none}</Notice>;
  return (
    <div className="stack">
      <TextField
        id={`${id}-words`}
        type="search"
        label={m.new_order_car_words()}
        hint={hint}
        maxLength={longestSearch}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Failed error={cars.error} onRetry={again} />
      <fieldset className="opts m-0 gap-0 max-h-80 overflow-y-auto">
        <legend className="sr-only">{m.admin_orders_free_cars()}</legend>
        {cars.data && items.length === 0 && <p className="small muted">{m.admin_cars_none()}</p>}
        {items.map((car) => (
          <label key={car.id} className="opt px-3.5 py-2.5">
            <input
              type="radio"
              name={id}
              value={car.id}
              checked={car.id === carId}
              required
              onChange={() => onChoose(car.id)}
            />
            <OptionText name={shownCarName(car.name)}>{carWords(car)}</OptionText>
          </label>
        ))}
      </fieldset>
      {total > items.length && (
        <p className="small muted">
          {m.admin_orders_free_cars_more({ shown: showNumber(items.length), total: showNumber(total) })}
        </p>
      )}
    </div>
  );
}

function carWords({ year, city, monthlyPrice, plateNumber }: PlanCar): string {
  const words = m.request_similar_meta({ year, city: cityOrName(city), price: showMoney(monthlyPrice) });
  return plateNumber ? `${words} · ${plateNumber}` : words;
}
