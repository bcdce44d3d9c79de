import { longestPlace } from "#domain/text-lengths.ts";
import { cities } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { OwnChoice, OwnText } from "#web/cars/host/own-field.tsx";

/** The place where the car is handed over. Only its renters get the address. */
export function WhereStep() {
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3.5 max-sm:grid-cols-1">
        <OwnChoice name="city" options={cities.map((value) => ({ value, label: cityName(value) }))} />
        <OwnText name="zipCode" inputMode="numeric" maxLength={10} autoComplete="postal-code" />
      </div>
      <OwnText
        name="handoverAddress"
        maxLength={longestPlace}
        autoComplete="street-address"
        hint={m.host_address_hint()}
      />
      <OwnText
        name="deliveryMiles"
        inputMode="numeric"
        maxLength={3}
        isOptional
        hint={m.host_delivery_hint()}
      />
    </>
  );
}
