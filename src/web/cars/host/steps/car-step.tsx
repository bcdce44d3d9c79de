import { longestWord, longestColour } from "#domain/cars/car-rules.ts";
import { bodyStyles } from "#domain/cars/body-styles.ts";
import { categories } from "#domain/cars/cars.ts";
import { carFields, type PlainHostField, plainHostFields } from "#domain/cars/fields.ts";
import { paints } from "#domain/cars/paints.ts";
import { bodyStyleWord } from "#web/cars/admin/body-style-word.ts";
import { categoryWord, colourWord } from "#web/cars/vocabulary.ts";
import { m } from "#web/paraglide/messages.js";
import { OwnChoice, OwnText } from "#web/cars/host/own-field.tsx";
import { OwnPlain } from "#web/cars/host/own-plain.tsx";

const pair = "grid grid-cols-2 items-start gap-3.5 max-sm:grid-cols-1";

/** The trim stands beside the model. */
const others = plainHostFields.filter((name) => name !== "trim");
const isMark = (name: PlainHostField): boolean => carFields[name].kind === "mark";

/** The facts that identify the car. Only administrators see its VIN; its renters see its plate. */
export function CarStep() {
  return (
    <>
      <div className={pair}>
        <OwnText name="brand" maxLength={longestWord} placeholder="Toyota" />
        <OwnText name="model" maxLength={longestWord} placeholder="Camry" />
        <OwnText name="year" inputMode="numeric" maxLength={4} />
        <OwnText name="trim" maxLength={longestWord} isOptional placeholder="LE" />
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
        <OwnText name="colour" maxLength={longestColour} list="host-colours" isOptional />
        <OwnText name="seats" inputMode="numeric" maxLength={2} />
        {others
          .filter((name) => !isMark(name))
          .map((name) => (
            <OwnPlain key={name} name={name} />
          ))}
        <OwnText name="odometer" inputMode="numeric" maxLength={9} hint={m.host_odometer_hint()} />
      </div>
      {others.filter(isMark).map((name) => (
        <OwnPlain key={name} name={name} />
      ))}
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
