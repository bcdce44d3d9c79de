import type { AdminCar } from "#contract/admin/cars.ts";
import { longestName, longestWord, longestColour } from "#domain/cars/car-rules.ts";
import { bodyStyles } from "#domain/cars/body-styles.ts";
import { categories } from "#domain/cars/cars.ts";
import { plainFieldNames, privateFacts, publicFacts } from "#domain/cars/fields.ts";
import { categoryWord } from "#web/cars/vocabulary.ts";
import { m } from "#web/paraglide/messages.js";
import { bodyStyleWord } from "./body-style-word.ts";
import { CarChoice, CarPlain, CarProse, CarText, Check } from "./car-fields.tsx";
import { isMark } from "./car-values.ts";

/** The plain facts after the colour. The trim and the transmission have places of their own. */
const following = publicFacts.filter((name) => name !== "trim" && name !== "transmission" && !isMark(name));

export function BasicFields({ car, colours }: { car: AdminCar | undefined; colours: readonly string[] }) {
  return (
    <fieldset>
      <legend className="h3">{m.admin_car_basic()}</legend>
      <CarText name="name" maxLength={longestName} required />
      <div className="grid grid-cols-3 gap-3.5 max-sm:grid-cols-2">
        <CarText name="brand" maxLength={longestWord} required />
        <CarText name="model" maxLength={longestWord} required />
        <CarPlain name="trim" />
        <CarText name="year" inputMode="numeric" maxLength={4} required />
        <CarChoice
          name="category"
          options={[
            ...(car ? [] : [{ value: "", label: "" }]),
            ...categories.map((value) => ({ value, label: categoryWord(value) })),
          ]}
        />
        <CarPlain name="transmission" />
        <CarText name="monthlyPrice" inputMode="decimal" type="number" step="0.01" min="0.01" required />
        <CarText name="minRentDays" inputMode="numeric" placeholder="30" maxLength={3} />
        <CarText name="colour" maxLength={longestColour} list="car-colours" />
        {following.map((name) => (
          <CarPlain key={name} name={name} />
        ))}
      </div>
      <datalist id="car-colours">
        {colours.map((colour) => (
          <option key={colour} value={colour} />
        ))}
      </datalist>
      <CarChoice
        name="bodyStyle"
        options={[
          { value: "", label: m.admin_car_body_auto() },
          ...bodyStyles.map((value) => ({ value, label: bodyStyleWord(value) })),
        ]}
      />
      <Marks car={car} />
    </fieldset>
  );
}

/** The checkboxes: whether a car is offered (fixed while its host has paused it), and the plain marks. */
function Marks({ car }: { car: AdminCar | undefined }) {
  const isPausedOfHost = car !== undefined && car.hostId !== null && !car.available;
  return (
    <div className="acts gap-6">
      <Check
        name="available"
        label={isPausedOfHost ? m.admin_cars_paused_host() : m.admin_car_available()}
        isOn={car?.available ?? true}
        isFixed={isPausedOfHost}
      />
      {plainFieldNames.filter(isMark).map((name) => (
        <CarPlain key={name} name={name} />
      ))}
    </div>
  );
}

export const PlaceFields = () => (
  <fieldset>
    <legend className="h3">{m.admin_car_place()}</legend>
    <div className="grid grid-cols-3 gap-3.5 max-sm:grid-cols-2">
      <CarText name="city" maxLength={longestWord} required />
      <CarText name="state" maxLength={2} required />
      <CarText name="zipCode" maxLength={10} inputMode="numeric" />
    </div>
    <div className="grid grid-cols-2 gap-3.5">
      <CarText name="plateNumber" maxLength={10} hint={m.admin_car_private()} />
      {privateFacts
        .filter((name) => !isMark(name))
        .map((name) => (
          <CarPlain key={name} name={name} />
        ))}
    </div>
    <CarProse name="features" rows={4} hint={m.admin_car_features_hint()} />
  </fieldset>
);

export const DescriptionFields = () => (
  <fieldset>
    <legend className="h3">{m.admin_car_description()}</legend>
    <CarProse name="description" rows={5} lang="en" />
    <CarProse name="descriptionZh" rows={4} lang="zh" />
  </fieldset>
);
