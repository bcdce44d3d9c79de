import type { ComponentProps } from "react";
import { describedBy, Field, SelectFrame } from "./field.tsx";

type SelectFieldProps = ComponentProps<"select"> & {
  id: string;
  label: string;
  error?: string;
  options: readonly { value: string; label: string }[];
};

/** A choice from a list with its label above and what is wrong with it below. */
export function SelectField({ id, label, error, options, ...select }: SelectFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      <SelectFrame>
        <select className="control" id={id} {...select} {...describedBy(id, error)}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </SelectFrame>
    </Field>
  );
}
