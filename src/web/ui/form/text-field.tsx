import type { ComponentProps, ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { describedBy } from "./field.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** The parts around a control. */
export type LabelledProps = {
  id: string;
  label: string;
  isOptional?: boolean;
  hint?: ReactNode;
  error?: string;
  /** The first error of a form is read out as soon as it appears. */
  isAlert?: boolean;
};
type TextFieldProps = ComponentProps<"input"> & LabelledProps & { fieldClassName?: string };

/** An input with its label above and, below, its hint or what is wrong with it. */
export function TextField({
  id,
  label,
  isOptional,
  hint,
  error,
  isAlert,
  fieldClassName,
  ...input
}: TextFieldProps) {
  return (
    <div className={fieldClassName ? `field ${fieldClassName}` : "field"}>
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">{m.common_optional()}</span>}
      </label>
      <input className="control" id={id} {...input} {...describedBy(id, error, hint)} />
      <FieldNote id={id} error={error} isAlert={isAlert} hint={hint} />
    </div>
  );
}

/** The line below a control: a hint or, in its place, the error. */
export function FieldNote({
  id,
  error,
  isAlert,
  hint,
}: Pick<TextFieldProps, "id" | "error" | "isAlert" | "hint">) {
  if (error) {
    return (
      <p className="error" id={`${id}-error`} role={isAlert ? "alert" : undefined}>
        <Icon name="alert" />
        {error}
      </p>
    );
  }
  return hint ? (
    <p className="hint" id={`${id}-hint`}>
      {hint}
    </p>
  ) : null;
}
