import { bodyStyles } from "#domain/cars/body-styles.ts";
import { categories, transmissions } from "#domain/cars/cars.ts";
import { paints } from "#domain/cars/paints.ts";
import { bodyStyleWord } from "#web/cars/admin/body-style-word.ts";
import { categoryWord, colourWord, transmissionWord } from "#web/cars/vocabulary.ts";
import { m } from "#web/paraglide/messages.js";
import { OwnChoice, OwnMark, OwnText } from "#web/cars/host/own-field.tsx";

const pair = "grid grid-cols-2 items-start gap-3.5 max-sm:grid-cols-1";

/** What car it is. Only the desk sees its VIN; its plate goes to whoever rents it. */
export function CarStep() {
  return (
    <>
      <div className={pair}>
        <OwnText name="brand" maxLength={60} placeholder="Toyota" />
        <OwnText name="model" maxLength={60} placeholder="Camry" />
        <OwnText name="year" inputMode="numeric" maxLength={4} />
        <OwnText name="trim" maxLength={60} isOptional placeholder="LE" />
        <OwnChoice
          name="category"
          options={categories.map((value) => ({ value, label: categoryWord(value) }))}
        />
        <OwnChoice
          name="bodyStyle"
          options={[
            { value: "", label: m.admin_car_body_auto() },
            ...bodyStyles.map((value) => ({ value, label: bodyStyleWord(value) })),
          ]}
        />
        <OwnText name="colour" maxLength={40} list="host-colours" isOptional />
        <OwnText name="seats" inputMode="numeric" maxLength={2} />
        <OwnChoice
          name="transmission"
          options={[
            { value: "", label: transmissionWord("automatic") },
            ...transmissions
              .filter((value) => value !== "automatic")
              .map((value) => ({ value, label: transmissionWord(value) })),
          ]}
        />
        <OwnText name="odometer" inputMode="numeric" maxLength={9} hint={m.host_odometer_hint()} />
      </div>
      <OwnMark name="carplay" />
      <datalist id="host-colours">
        {paints.map(({ name }) => (
          <option key={name} value={name}>
            {colourWord(name).text}
          </option>
        ))}
      </datalist>
      <div className={pair}>
        <OwnText name="vin" maxLength={24} autoComplete="off" spellCheck={false} hint={m.host_vin_hint()} />
        <OwnText
          name="plateNumber"
          maxLength={10}
          autoComplete="off"
          spellCheck={false}
          hint={m.host_plate_hint()}
        />
      </div>
    </>
  );
}
