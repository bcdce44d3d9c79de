import type { ComponentProps } from "react";
import { describedBy, SelectFrame } from "./field.tsx";
import { FieldNote } from "./text-field.tsx";

type SelectFieldProps = ComponentProps<"select"> & {
  id: string;
  label: string;
  error?: string;
  isAlert?: boolean;
  options: readonly { value: string; label: string }[];
};

/** A choice from a list with its label above and what is wrong with it below. */
export function SelectField({ id, label, error, isAlert, options, ...select }: SelectFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <SelectFrame>
        <select className="control" id={id} {...select} {...describedBy(id, error)}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </SelectFrame>
      <FieldNote id={id} error={error} isAlert={isAlert} />
    </div>
  );
}
