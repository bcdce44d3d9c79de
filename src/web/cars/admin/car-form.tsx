import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { CarBody, FleetCar } from "#contract/admin/cars.ts";
import { bodyStyles } from "#domain/cars/body-styles.ts";
import { categories, newestYear } from "#domain/cars/cars.ts";
import {
  type PlainField,
  plainFieldNames,
  privateFacts,
  publicFacts,
  rowOf,
  usualValue,
} from "#domain/cars/fields.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { isDriveSharing } from "#domain/cars/image-addresses.ts";
import { m } from "#web/paraglide/messages.js";
import { describedBy, Field } from "#web/ui/form/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { categoryWord } from "#web/cars/vocabulary.ts";
import { bodyStyleWord } from "./body-style-word.ts";
import { optionsOf } from "#web/cars/plain-fields.ts";
import {
  type CarErrors,
  type CarField,
  carBody,
  carErrors,
  carText,
  isMark,
  textFields,
} from "./car-values.ts";
import { type CarImages, ImageManager } from "./image-manager.tsx";
import { Failed } from "#web/session/states.tsx";
import { UnsavedEdits } from "#web/ui/dialog/unsaved-edits.tsx";
import { fieldWord, readForm, isStale, refusedFields, errorWords } from "./car-form-errors.ts";

export const carFormId = "car-form";

/** Trim and transmission stand beside what they belong to, the other plain facts after the colour. */
const following = publicFacts.filter((name) => name !== "trim" && name !== "transmission" && !isMark(name));
const usualChoices = Object.fromEntries(
  plainFieldNames.flatMap((name) =>
    rowOf(name).kind === "choice" ? [[name, String(usualValue(name))]] : [],
  ),
);

type CarFormProps = {
  /** The car that is edited; none for a new one. */
  car?: FleetCar;
  submit: string;
  isSending: boolean;
  error: unknown;
  colours: readonly string[];
  onSave: (body: CarBody) => void;
  /** Whether what was typed is saved, so that nothing is lost by leaving. */
  isSaved: () => boolean;
  /** Where Cancel leads. */
  back: string;
  children?: ReactNode;
};

/**
 * Everything of a car. What is typed lives in the inputs; pictures, which are uploaded at once, in the form's
 * state.
 */
export function CarForm({
  car,
  submit,
  isSending,
  error,
  colours,
  onSave,
  isSaved,
  back,
  children,
}: CarFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState<CarErrors>({});
  const own = car?.images.filter((url) => !isDriveSharing(url)) ?? [];
  const dropped = (car?.images.length ?? 0) - own.length;
  const [firstImages] = useState<CarImages>({ urls: own, main: own[0], texts: car?.pictureTexts ?? {} });
  const [images, setImages] = useState(firstImages);
  const fieldErrors: CarErrors = { ...refusedFields(error), ...checked };
  const first = textFields.find((name) => fieldErrors[name]);
  const values: Partial<Record<CarField, string>> = car ? carText(car) : { state: "CA", ...usualChoices };
  const isPausedOfHost = car !== undefined && car.hostId !== null && !car.available;
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
    const isTyped =
      atFirst.current !== undefined && JSON.stringify(readForm(form.current)) !== atFirst.current;
    return isTyped || JSON.stringify(images) !== JSON.stringify(firstImages);
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const typed = readForm(form.current);
    const wrong = carErrors(typed, newest);
    setChecked(wrong);
    if (Object.keys(wrong).length) return;
    const texts = Object.fromEntries(
      images.urls.flatMap((url) => (images.texts[url]?.trim() ? [[url, images.texts[url].trim()]] : [])),
    );
    onSave(
      carBody(typed, {
        images: images.urls,
        ...(images.main && { image: images.main }),
        pictureTexts: texts,
      }),
    );
  };

  const say = (name: CarField) => fieldErrors[name] && errorWords(name, fieldErrors[name], newest);
  const text = (name: CarField, more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField
      key={name}
      id={`car-${name}`}
      name={name}
      label={fieldWord(name)}
      defaultValue={values[name]}
      error={say(name)}
      isAlert={first === name}
      {...more}
    />
  );
  const choice = (name: CarField, options: readonly { value: string; label: string }[]) => (
    <SelectField
      key={name}
      id={`car-${name}`}
      name={name}
      label={fieldWord(name)}
      error={say(name)}
      defaultValue={values[name]}
      options={options}
    />
  );
  /** A plain field, by its kind. */
  const plain = (name: PlainField) => {
    const row = rowOf(name);
    if (isMark(name))
      return <Check key={name} name={name} label={fieldWord(name)} isOn={car?.[name] ?? usualValue(name)} />;
    if (row.kind === "choice") return choice(name, optionsOf(name));
    return text(name, {
      ...(row.kind === "whole" && { inputMode: "numeric", maxLength: String(row.to).length }),
      ...(row.kind === "label" && { maxLength: row.most }),
      ...(row.seenBy === "some" && { hint: m.admin_car_private() }),
    });
  };
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
    <form
      className="long-form grid grid-cols-2 items-start gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-8 max-[62rem]:grid-cols-1"
      id={carFormId}
      method="post"
      noValidate
      ref={form}
      onSubmit={send}
    >
      <UnsavedEdits isDirty={isDirty} />
      <div className="stack">
        {children}
        {first && (
          <Notice kind="bad" isAlert>
            {m.admin_car_check()}
          </Notice>
        )}
        {!first && !isStale(error) && <Failed error={error} />}
        <fieldset>
          <legend className="h3">{m.admin_car_basic()}</legend>
          {text("name", { maxLength: 120, required: true })}
          <div className="grid grid-cols-3 gap-3.5 max-sm:grid-cols-2">
            {text("brand", { maxLength: 60, required: true })}
            {text("model", { maxLength: 60, required: true })}
            {plain("trim")}
            {text("year", { inputMode: "numeric", maxLength: 4, required: true })}
            {choice("category", [
              ...(car ? [] : [{ value: "", label: "" }]),
              ...categories.map((value) => ({ value, label: categoryWord(value) })),
            ])}
            {plain("transmission")}
            {text("monthlyPrice", {
              inputMode: "decimal",
              type: "number",
              step: "0.01",
              min: "0.01",
              required: true,
            })}
            {text("minRentDays", { inputMode: "numeric", placeholder: "30", maxLength: 3 })}
            {text("colour", { maxLength: 40, list: "car-colours" })}
            {following.map(plain)}
          </div>
          <datalist id="car-colours">
            {colours.map((colour) => (
              <option key={colour} value={colour} />
            ))}
          </datalist>
          {choice("bodyStyle", [
            { value: "", label: m.admin_car_body_auto() },
            ...bodyStyles.map((value) => ({ value, label: bodyStyleWord(value) })),
          ])}
          <div className="acts gap-6">
            <Check
              name="available"
              label={isPausedOfHost ? m.admin_cars_paused_host() : m.admin_car_available()}
              isOn={car?.available ?? true}
              isFixed={isPausedOfHost}
            />
            {plainFieldNames.filter(isMark).map(plain)}
          </div>
        </fieldset>
        <fieldset>
          <legend className="h3">{m.admin_car_place()}</legend>
          <div className="grid grid-cols-3 gap-3.5 max-sm:grid-cols-2">
            {text("city", { maxLength: 60, required: true })}
            {text("state", { maxLength: 2, required: true })}
            {text("zipCode", { maxLength: 10, inputMode: "numeric" })}
          </div>
          <div className="grid grid-cols-2 gap-3.5">
            {text("plateNumber", { maxLength: 10, hint: m.admin_car_private() })}
            {privateFacts.filter((name) => !isMark(name)).map(plain)}
          </div>
          {prose("features", 4, { hint: m.admin_car_features_hint() })}
        </fieldset>
        <fieldset>
          <legend className="h3">{m.admin_car_description()}</legend>
          {prose("description", 5, { lang: "en" })}
          {prose("descriptionZh", 4, { lang: "zh" })}
        </fieldset>
      </div>
      <section className="stack" aria-labelledby="car-pictures-title">
        <h2 className="h3" id="car-pictures-title">
          {m.admin_car_images()}
        </h2>
        {dropped > 0 && <Notice kind="warn">{m.admin_car_dropped({ count: dropped })}</Notice>}
        <ImageManager images={images} onChange={setImages} />
      </section>
      <div className="sticky bottom-0 col-span-full flex justify-end gap-2.5 py-3 border-t border-line bg-surface">
        <Link className="btn btn-secondary" to={back}>
          {m.admin_cancel()}
        </Link>
        <SubmitButton className="btn btn-primary" isSending={isSending}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  );
}

type CheckProps = { name: string; label: string; isOn: boolean; isFixed?: boolean };

function Check({ name, label, isOn, isFixed }: CheckProps) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} defaultChecked={isOn} disabled={isFixed} />
      <span>{label}</span>
    </label>
  );
}
