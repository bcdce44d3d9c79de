import { createContext, type ComponentProps, use } from "react";
import type { AdminCar } from "#contract/admin/cars.ts";
import { longestProse } from "#domain/cars/car-rules.ts";
import { type PlainField, rowOf, usualValue } from "#domain/cars/fields.ts";
import { optionsOf } from "#web/cars/plain-fields.ts";
import { m } from "#web/paraglide/messages.js";
import { describedBy, Field } from "#web/ui/form/field.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { errorWords, fieldWord } from "./car-form-errors.ts";
import { type CarErrors, type CarField, isMark, type MarkField } from "./car-values.ts";

/** What a car's fields share. `first` is the first field with an error, `newest` the newest model year. */
export type CarFields = {
  car: AdminCar | undefined;
  values: Partial<Record<CarField, string>>;
  errors: CarErrors;
  first: CarField | undefined;
  newest: number;
};
export const CarFieldsContext = createContext<CarFields | undefined>(undefined);

/** The shared values. Throws outside of a car's form. */
function useCarFields(): CarFields {
  const fields = use(CarFieldsContext);
  if (!fields) throw new Error("A field of a car stands outside of its form");
  return fields;
}

/** The label, the first value and the error of a field in the form around it. */
function useCarField(name: CarField) {
  const { values, errors, first, newest } = useCarFields();
  const problem = errors[name];
  const error = problem && errorWords(name, problem, newest);
  const shared = { id: `car-${name}`, name, label: fieldWord(name), defaultValue: values[name], error };
  return { isFirst: first === name, shared };
}

type TextProps = { name: CarField } & Partial<Omit<ComponentProps<typeof TextField>, "name">>;

export function CarText({ name, ...more }: TextProps) {
  const { isFirst, shared } = useCarField(name);
  return <TextField {...shared} isAlert={isFirst} {...more} />;
}

type ChoiceProps = { name: CarField; options: readonly { value: string; label: string }[] };

export function CarChoice({ name, options }: ChoiceProps) {
  return <SelectField {...useCarField(name).shared} options={options} />;
}

/** One of the fleet's plain fields, with the control for its kind. */
export function CarPlain({ name }: { name: PlainField }) {
  if (isMark(name)) return <CarMark name={name} />;
  const row = rowOf(name);
  if (row.kind === "choice") return <CarChoice name={name} options={optionsOf(name)} />;
  return (
    <CarText
      name={name}
      {...(row.kind === "whole" && { inputMode: "numeric", maxLength: String(row.to).length })}
      {...(row.kind === "label" && { maxLength: row.most })}
      {...(row.seenBy === "some" && { hint: m.admin_car_private() })}
    />
  );
}

function CarMark({ name }: { name: PlainField & MarkField }) {
  const { car } = useCarFields();
  return <Check name={name} label={fieldWord(name)} isOn={car?.[name] ?? usualValue(name)} />;
}

type ProseProps = { name: CarField; rows: number; hint?: string; lang?: string };

export function CarProse({ name, rows, hint, lang }: ProseProps) {
  const { id, label, error, defaultValue } = useCarField(name).shared;
  return (
    <Field id={id} label={label} isOptional hint={hint} error={error}>
      <textarea
        className="control"
        id={id}
        name={name}
        rows={rows}
        maxLength={longestProse}
        lang={lang}
        defaultValue={defaultValue}
        {...describedBy(id, error, hint)}
      />
    </Field>
  );
}

type CheckProps = { name: string; label: string; isOn: boolean; isFixed?: boolean };

export function Check({ name, label, isOn, isFixed }: CheckProps) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} defaultChecked={isOn} disabled={isFixed} />
      <span>{label}</span>
    </label>
  );
}
