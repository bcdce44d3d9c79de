import { endpointQuery } from "#web/endpoint-query.ts";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import { type Car, getCar, listCars } from "#contract/cars.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import { cities } from "#domain/cars/cars.ts";
import { liabilityOptions } from "#domain/pricing/insurance.ts";
import { plans, type Tier } from "#domain/pricing/plans.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { Failed } from "#web/session/states.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { OptionText } from "#web/ui/form/option-words.tsx";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { FieldNote, TextField } from "#web/ui/form/text-field.tsx";
import { formatWholeMoney } from "#domain/money.ts";
import { insuranceName } from "#web/orders/insurance-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import "#web/styles/options.css";

const shown = 8;

type CarChoiceProps = {
  start: string;
  rental: Rental | undefined;
  error: string | undefined;
  onChoose: (car: Car) => void;
};

/**
 * Finds a car by words, among the cars on offer that are free on these dates. The car named in the address comes
 * first.
 */
export function CarChoice({ start, rental, error, onChoose }: CarChoiceProps) {
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const found = useQuery({
    ...endpointQuery(listCars, { query: { q, limit: String(shown), ...rental } }),
    staleTime: 0,
  });
  const named = useQuery({
    ...endpointQuery(getCar, { params: { id: start } }),
    enabled: start !== "",
  });
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    if (named.data) choose(named.data);
  }, [named.data]);
  const cars = [...(named.data ? [named.data] : []), ...(found.data ?? []).filter(({ id }) => id !== start)];
  return (
    <div className="stack">
      <TextField
        id="order-car-words"
        type="search"
        label={m.new_order_car_words()}
        hint={rental ? m.new_order_car_free() : m.new_order_car_any()}
        maxLength={longestSearch}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Failed error={found.error} onRetry={() => void found.refetch()} />
      <fieldset className="opts m-0 gap-0" aria-describedby={error && "order-carId-error"}>
        <legend className="sr-only">{m.new_order_car()}</legend>
        {found.data && cars.length === 0 && <p className="small muted">{m.admin_cars_none()}</p>}
        {cars.map((car) => (
          <label key={car.id} className="opt px-3.5 py-2.5">
            <input
              type="radio"
              name="carId"
              value={car.id}
              defaultChecked={car.id === start}
              onChange={() => onChoose(car)}
              aria-invalid={error ? true : undefined}
            />
            <OptionText name={shownCarName(car.name)}>
              {m.request_similar_meta({
                year: car.year,
                city: cityOrName(car.city),
                price: showMoney(car.monthlyPrice),
              })}
            </OptionText>
          </label>
        ))}
        <FieldNote id="order-carId" error={error} />
      </fieldset>
    </div>
  );
}

type PlanChoiceProps = {
  tierName: (tier: Tier) => string;
  say: (field: "tier" | "location" | "insurance") => string | undefined;
};

export function PlanChoice({ tierName, say }: PlanChoiceProps) {
  const language = currentLanguage();
  const select = (
    name: "tier" | "location" | "insurance",
    label: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <SelectField
      id={`order-${name}`}
      name={name}
      label={label}
      error={say(name)}
      defaultValue=""
      options={[{ value: "", label: "" }, ...options]}
    />
  );
  const onSale = plans.filter(({ isSoldOut }) => !isSoldOut);
  return (
    <div className="grid grid-cols-3 gap-3.5 max-sm:grid-cols-2">
      {select(
        "tier",
        m.new_order_tier(),
        onSale.map(({ tier, monthlyPrice }) => ({
          value: tier,
          label: `${tierName(tier)} · ${formatWholeMoney(monthlyPrice, language)}`,
        })),
      )}
      {select(
        "location",
        m.new_order_city(),
        cities.map((city) => ({ value: city, label: cityOrName(city) })),
      )}
      {select(
        "insurance",
        m.information_liability(),
        liabilityOptions.map((option) => ({ value: option, label: insuranceName(option) })),
      )}
    </div>
  );
}
