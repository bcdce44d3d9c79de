import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { CarBody, FleetCar } from "#contract/admin/cars.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { type BodyStyle, bodyStyles } from "#domain/cars/body-styles.ts";
import { categories, type Category, newestYear, oldestYear, type Transmission, transmissions } from "#domain/cars/cars.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { isDriveSharing } from "#domain/cars/image-addresses.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { describedBy, Field } from "#web/ui/form/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { type CarFault, type CarFaults, type CarField, carBody, carFaults, carText, type CarTyped, textFields } from "./car-values.ts";
import { type CarImages, ImageManager } from "./image-manager.tsx";
import { Failed } from "#web/admin/states.tsx";
import { UnsavedEdits } from "#web/admin/unsaved-edits.tsx";

export const carFormId = "car-form";

/** Words of the catalogue's vocabulary, for what is chosen from a list. */
export type CarWords = {
  bodyStyle: (style: BodyStyle) => string;
  category: (category: Category) => string;
  transmission: (transmission: Transmission) => string;
};

type CarFormProps = {
  /** The car that is edited; none for a new one. */
  car?: FleetCar;
  submit: string;
  isSending: boolean;
  error: unknown;
  words: CarWords;
  colours: readonly string[];
  onSave: (body: CarBody) => void;
  /** Whether what was typed is saved, so that nothing is lost by leaving. */
  isSaved: () => boolean;
  /** Where Cancel leads. */
  back: string;
  children?: ReactNode;
};

const fieldWords: Record<CarField, () => string> = {
  name: m.desk_car_name,
  brand: m.desk_car_brand,
  model: m.desk_car_model,
  trim: m.desk_car_trim,
  year: m.desk_car_year,
  category: m.desk_cars_category,
  transmission: m.desk_car_transmission,
  monthlyPrice: m.desk_car_price,
  minRentDays: m.desk_car_rent,
  colour: m.desk_car_colour,
  bodyStyle: m.desk_car_body,
  city: m.desk_car_city,
  state: m.desk_car_state,
  zipCode: m.desk_car_zip,
  plateNumber: m.desk_car_plate,
  insurance: m.desk_car_insurance,
  features: m.desk_car_features,
  description: m.desk_car_english,
  descriptionZh: m.desk_car_chinese,
};
export const fieldWord = (field: CarField): string => fieldWords[field]();

/** Everything of a car. What is typed lives in the inputs; pictures, which are uploaded at once, in the form's state. */
export function CarForm({ car, submit, isSending, error, words, colours, onSave, isSaved, back, children }: CarFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState<CarFaults>({});
  const own = car?.images.filter((url) => !isDriveSharing(url)) ?? [];
  const dropped = (car?.images.length ?? 0) - own.length;
  const [firstImages] = useState<CarImages>({ urls: own, main: own[0], texts: car?.pictureTexts ?? {} });
  const [images, setImages] = useState(firstImages);
  const faults: CarFaults = { ...refusedFields(error), ...checked };
  const first = textFields.find((name) => faults[name]);
  const values: Partial<Record<CarField, string>> = car ? carText(car) : { state: "CA", transmission: "automatic" };
  const [newest] = useState(() => newestYear(dateInLosAngeles(Date.now())));

  useEffect(() => {
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }, [first, error]);

  const atFirst = useRef<string>(undefined);
  useEffect(() => {
    if (form.current) atFirst.current ??= JSON.stringify(readForm(form.current));
  }, []);
  const isDirty = (): boolean => {
    if (!form.current || isSaved()) return false;
    const isTyped = atFirst.current !== undefined && JSON.stringify(readForm(form.current)) !== atFirst.current;
    return isTyped || JSON.stringify(images) !== JSON.stringify(firstImages);
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const typed = readForm(form.current);
    const wrong = carFaults(typed, newest);
    setChecked(wrong);
    if (Object.keys(wrong).length) return;
    const texts = Object.fromEntries(images.urls.flatMap((url) => (images.texts[url]?.trim() ? [[url, images.texts[url].trim()]] : [])));
    onSave(carBody(typed, { images: images.urls, ...(images.main && { image: images.main }), pictureTexts: texts }));
  };

  const say = (name: CarField) => faults[name] && faultWords(faults[name], newest);
  const text = (name: CarField, more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField id={`car-${name}`} name={name} label={fieldWord(name)} defaultValue={values[name]} error={say(name)} isAlert={first === name} {...more} />
  );
  const choice = (name: CarField, options: readonly { value: string; label: string }[]) => (
    <SelectField id={`car-${name}`} name={name} label={fieldWord(name)} error={say(name)} defaultValue={values[name]} options={options} />
  );
  const prose = (name: CarField, rows: number, more: { hint?: string; lang?: string } = {}) => (
    <Field id={`car-${name}`} label={fieldWord(name)} isOptional hint={more.hint} error={say(name)}>
      <textarea
        className="control"
        id={`car-${name}`}
        name={name}
        rows={rows}
        maxLength={4000}
        lang={more.lang}
        defaultValue={values[name]}
        {...describedBy(`car-${name}`, say(name), more.hint)}
      />
    </Field>
  );

  return (
    <form className="car-form" id={carFormId} method="post" noValidate ref={form} onSubmit={send}>
      <UnsavedEdits isDirty={isDirty} />
      <div className="stack">
        {children}
        {first && (
          <Notice kind="bad" isAlert>
            {m.desk_car_check()}
          </Notice>
        )}
        {!first && !isStale(error) && <Failed error={error} />}
        <fieldset>
          <legend className="h3">{m.desk_car_basic()}</legend>
          {text("name", { maxLength: 120, required: true })}
          <div className="threes">
            {text("brand", { maxLength: 60, required: true })}
            {text("model", { maxLength: 60, required: true })}
            {text("trim", { maxLength: 60 })}
            {text("year", { inputMode: "numeric", maxLength: 4, required: true })}
            {choice("category", [...(car ? [] : [{ value: "", label: "" }]), ...categories.map((value) => ({ value, label: words.category(value) }))])}
            {choice(
              "transmission",
              transmissions.map((value) => ({ value, label: words.transmission(value) })),
            )}
            {text("monthlyPrice", { inputMode: "decimal", type: "number", step: "0.01", min: "0.01", required: true })}
            {text("minRentDays", { inputMode: "numeric", placeholder: "30", maxLength: 3 })}
            {text("colour", { maxLength: 40, list: "car-colours" })}
          </div>
          <datalist id="car-colours">
            {colours.map((colour) => (
              <option key={colour} value={colour} />
            ))}
          </datalist>
          {choice("bodyStyle", [{ value: "", label: m.desk_car_body_auto() }, ...bodyStyles.map((value) => ({ value, label: words.bodyStyle(value) }))])}
          <div className="acts">
            <Check name="available" label={m.desk_car_available()} isOn={car?.available ?? true} />
            <Check name="carplay" label={m.desk_car_carplay()} isOn={car?.carplay ?? false} />
          </div>
        </fieldset>
        <fieldset>
          <legend className="h3">{m.desk_car_place()}</legend>
          <div className="threes">
            {text("city", { maxLength: 60, required: true })}
            {text("state", { maxLength: 2, required: true })}
            {text("zipCode", { maxLength: 10, inputMode: "numeric" })}
          </div>
          <div className="twos">
            {text("plateNumber", { maxLength: 10, hint: m.desk_car_private() })}
            {text("insurance", { maxLength: 80, hint: m.desk_car_private() })}
          </div>
          {prose("features", 4, { hint: m.desk_car_features_hint() })}
        </fieldset>
        <fieldset>
          <legend className="h3">{m.desk_car_description()}</legend>
          {prose("description", 5, { lang: "en" })}
          {prose("descriptionZh", 4, { lang: "zh" })}
        </fieldset>
      </div>
      <section className="stack" aria-labelledby="car-pictures-title">
        <h2 className="h3" id="car-pictures-title">
          {m.desk_car_pictures()}
        </h2>
        {dropped > 0 && <Notice kind="warn">{m.desk_car_dropped({ count: dropped })}</Notice>}
        <ImageManager images={images} onChange={setImages} />
      </section>
      <div className="form-foot">
        <Link className="btn btn-secondary" to={back}>
          {m.desk_cancel()}
        </Link>
        <SubmitButton className="btn btn-primary" isSending={isSending}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  );
}

function Check({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} defaultChecked={isOn} />
      <span>{label}</span>
    </label>
  );
}

/** What stands in the form now. */
export function readForm(form: HTMLFormElement): CarTyped {
  const typed = new FormData(form);
  const texts = Object.fromEntries(textFields.map((name) => [name, String(typed.get(name) ?? "")])) as Record<CarField, string>;
  return { ...texts, carplay: typed.has("carplay"), available: typed.has("available") };
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.body?.code === "stale";

/** What the server refused, field by field. */
function refusedFields(error: unknown): CarFaults {
  const fields: ErrorBody["fields"] = error instanceof ApiError ? error.body?.fields : undefined;
  const known = Object.entries(fields ?? {}).flatMap(([name, { code }]) => {
    const field = textFields.find((known) => known === name.split(".")[0]);
    return field ? [[field, code === "taken" ? "taken" : "other"] as const] : [];
  });
  return Object.fromEntries(known);
}

function faultWords(fault: CarFault, newest: number): string {
  if (fault === "year") return m.desk_car_fault_year({ from: oldestYear, to: newest });
  const words = {
    required: m.desk_car_fault_required,
    label: m.desk_car_fault_label,
    price: m.desk_car_fault_price,
    rent: m.desk_car_fault_rent,
    state: m.desk_car_fault_state,
    zip: m.desk_car_fault_zip,
    plate: m.desk_car_fault_plate,
    taken: m.desk_car_fault_taken,
    other: m.desk_car_fault_other,
  };
  return words[fault]();
}
